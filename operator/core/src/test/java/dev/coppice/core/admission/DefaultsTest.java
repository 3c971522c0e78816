package dev.coppice.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.AutoScalingConfig;
import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.set.CliqueStartupType;
import dev.coppice.api.set.HeadlessServiceConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.PodSpec;
import org.junit.jupiter.api.Test;

class DefaultsTest {

  private static final PodCliqueSet BARE =
      TestYaml.read(
          """
          metadata: {name: s, namespace: n}
          spec:
            replicas: 1
            template:
              cliques:
              - name: worker
                spec:
                  replicas: 0
                  autoScalingConfig: {maxReplicas: 4}
                  podSpec: {containers: [{name: main, image: i}]}
              - name: leader
                spec:
                  replicas: 3
                  roleName: chief
                  minAvailable: 2
                  podSpec:
                    restartPolicy: OnFailure
                    terminationGracePeriodSeconds: 5
                    containers: [{name: main, image: i}]
              podCliqueScalingGroups:
              - {name: g, cliqueNames: [leader], replicas: 2, scaleConfig: {maxReplicas: 4}}
          """,
          PodCliqueSet.class);

  @Test
  void fills_in_what_a_clique_leaves_out() {
    PodCliqueSpec worker = Defaults.of(BARE).getSpec().template().cliques().getFirst().spec();

    assertThat(worker)
        .returns("worker", PodCliqueSpec::roleName)
        .returns(1, PodCliqueSpec::replicas)
        .returns(1, PodCliqueSpec::minAvailable);
    assertThat(worker.autoScalingConfig()).returns(1, AutoScalingConfig::minReplicas);
    assertThat(worker.podSpec())
        .returns("Always", PodSpec::getRestartPolicy)
        .returns(30L, PodSpec::getTerminationGracePeriodSeconds);
  }

  @Test
  void leaves_what_a_clique_says() {
    PodCliqueSpec leader = Defaults.of(BARE).getSpec().template().cliques().getLast().spec();

    assertThat(leader)
        .returns("chief", PodCliqueSpec::roleName)
        .returns(3, PodCliqueSpec::replicas)
        .returns(2, PodCliqueSpec::minAvailable);
    assertThat(leader.podSpec())
        .returns("OnFailure", PodSpec::getRestartPolicy)
        .returns(5L, PodSpec::getTerminationGracePeriodSeconds);
  }

  @Test
  void fills_in_the_template_and_its_groups() {
    PodCliqueSetTemplate template = Defaults.of(BARE).getSpec().template();

    assertThat(template)
        .returns(CliqueStartupType.ANY_ORDER, PodCliqueSetTemplate::cliqueStartupType)
        .returns(new HeadlessServiceConfig(true), PodCliqueSetTemplate::headlessServiceConfig)
        .returns(null, PodCliqueSetTemplate::terminationDelay);
    assertThat(template.podCliqueScalingGroups().getFirst().scaleConfig())
        .returns(2, AutoScalingConfig::minReplicas);
  }

  @Test
  void changes_nothing_the_second_time() {
    PodCliqueSet once = Defaults.of(BARE);

    assertThat(Defaults.of(once)).isEqualTo(once);
  }

  @Test
  void does_not_touch_the_set_it_was_given() {
    PodCliqueSet before =
        TestYaml.read("metadata: {name: s}\nspec: {template: {cliques: []}}", PodCliqueSet.class);

    Defaults.of(before);

    assertThat(before.getSpec().template().cliqueStartupType()).isNull();
  }
}
