package dev.coppice.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.api.clique.AutoScalingConfig;
import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.set.CliqueStartupType;
import dev.coppice.api.set.HeadlessServiceConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.PodSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource({"'', default", "'namespace: \"\"', default", "'namespace: other', other"})
  void fills_in_a_namespace_where_there_is_none(String namespace, String expected) {
    PodCliqueSet set =
        TestYaml.read(
            "metadata: {name: s, %s}\nspec: {template: {cliques: []}}".formatted(namespace),
            PodCliqueSet.class);

    assertThat(Defaults.of(set).getMetadata().getNamespace()).isEqualTo(expected);
  }

  /** Every row of the table of defaults, as the operations of a patch. */
  @ParameterizedTest
  @CsvSource({
    "/metadata/namespace, default",
    "/spec/template/cliqueStartupType, CliqueStartupTypeAnyOrder",
    "/spec/template/headlessServiceConfig, {publishNotReadyAddresses: true}",
    "/spec/template/cliques/0/spec/roleName, router",
    "/spec/template/cliques/0/spec/minAvailable, 2",
    "/spec/template/cliques/0/spec/autoScalingConfig/minReplicas, 2",
    "/spec/template/cliques/0/spec/podSpec/restartPolicy, Always",
    "/spec/template/cliques/0/spec/podSpec/terminationGracePeriodSeconds, 30",
    "/spec/template/podCliqueScalingGroups/0/scaleConfig/minReplicas, 2"
  })
  void is_patched_in_where_it_is_left_out(String path, String value) {
    SampleSet set = SampleSet.valid().with(path, SampleSet.ABSENT);

    JsonNode patch = DefaultsPatch.of(set.set()).operations();

    assertThat(patch).hasSize(1);
    assertThat(patch.get(0).path("path").asText()).isEqualTo(path);
    JsonNode patched = TestYaml.read(patch.get(0).path("value").toString(), JsonNode.class);
    assertThat(patched).isEqualTo(TestYaml.read(value, JsonNode.class));
    assertThat(DefaultsPatch.of(SampleSet.valid().set()).isEmpty()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "/spec/template/terminationDelay, 0s",
    "/spec/template/cliques/0/spec/podSpec/restartPolicy, Never",
    "/spec/template/cliques/2/spec/podSpec/restartPolicy, Never"
  })
  void a_training_job_does_not_wait_and_its_pods_end(String path, String value) {
    SampleSet set = SampleSet.training().with(path, SampleSet.ABSENT);

    JsonNode patch = DefaultsPatch.of(set.set()).operations();

    assertThat(patch.toString())
        .isEqualTo("[{\"op\":\"add\",\"path\":\"%s\",\"value\":\"%s\"}]".formatted(path, value));
    assertThat(DefaultsPatch.of(SampleSet.training().set()).isEmpty()).isTrue();
  }

  @Test
  void a_training_job_waits_and_restarts_its_containers_where_it_says_so() {
    SampleSet set =
        SampleSet.training()
            .with("/spec/template/terminationDelay", "5m")
            .with("/spec/template/cliques/0/spec/podSpec/restartPolicy", "OnFailure");

    assertThat(DefaultsPatch.of(set.set()).isEmpty()).isTrue();
  }

  @Test
  void no_replicas_are_one() {
    SampleSet set = SampleSet.valid().with("/spec/template/cliques/1/spec/replicas", "0");

    JsonNode patch = DefaultsPatch.of(set.set()).operations();

    assertThat(patch.toString())
        .isEqualTo(
            "[{\"op\":\"add\",\"path\":\"/spec/template/cliques/1/spec/replicas\",\"value\":1}]");
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
