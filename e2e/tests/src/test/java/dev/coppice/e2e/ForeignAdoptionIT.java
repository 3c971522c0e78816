package dev.coppice.e2e;

import static dev.coppice.e2e.Updates.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.template.TemplateHash;
import dev.coppice.faults.FaultPlan;
import dev.coppice.faults.FaultProxy;
import dev.coppice.faults.Hold;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.recorder.Rest;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clusters that operators of Grove have left are looked after, and no pod of them is made again.
 */
@OnOwnOperators
class ForeignAdoptionIT {

  private static final String WITH_EPOCHS = "alpha-14-rc1";
  private static final String NEW = "registry.example/model:2";

  private static final Pattern TOLD =
      Pattern.compile(
          "kept all pods, and wrote the podSpec that new pods are made from, of (\\d+) PodCliques?: .*");

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"alpha-8", "alpha-11", "alpha-12-rc1", "head-2026-08-19", WITH_EPOCHS})
  void what_an_operator_of_grove_has_left_keeps_its_pods_is_updated_and_deleted(
      String version, ControlPlane plane, RegisteredWebhook webhook) {
    webhook.unregister();
    try (GroveCluster cluster = GroveCluster.leftBy(version, plane)) {
      webhook.ensureAnswering();
      Set<String> before = GroveCluster.uids(cluster.pods());
      List<String> gangs = names(cluster.gangs());
      List<String> maps = names(cluster.maps());
      try (OperatorProcess _ =
          OperatorProcess.in(directory, plane.kubeconfig(PlaneUser.OPERATOR)).start()) {
        awaitAdopted(cluster);
        assertKept(version, cluster, before);
        assertThat(names(cluster.gangs())).containsAll(gangs);
        assertThat(names(cluster.maps())).isEqualTo(maps);
        assertThat(minimumOfOurs(cluster, gangs)).allMatch(minimum -> minimum == 0);
        await().atMost(PATIENCE).untilAsserted(() -> assertTold(cluster));

        update(cluster);
        assertUpdated(cluster, before.size());

        cluster.kubectl().run("delete", "pcs", "--all", "--timeout=60s");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(cluster.remains()).isEmpty());
      }
    }
  }

  private static void awaitAdopted(GroveCluster cluster) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          PodCliqueSet set = cluster.set();
          assertThat(String.valueOf(set.statusOrEmpty().currentGenerationHash()))
              .matches(TemplateHash::isOurs);
          assertThat(Conditions.isTrue(set.statusOrEmpty().conditions(), ConditionTypes.READY))
              .isTrue();
          assertThat(set.statusOrEmpty().conditions())
              .extracting(Condition::getType)
              .doesNotContain(ConditionTypes.POD_GANG_MIGRATION_IN_PROGRESS);
          assertThat(cluster.pods())
              .extracting(pod -> pod.getMetadata().getLabels().get(Labels.POD_TEMPLATE_HASH))
              .allMatch(TemplateHash::isOurs);
        });
    assertThat(cluster.recorder().rest().await(Rest.QUIET, PATIENCE)).isPresent();
  }

  private static void assertKept(String version, GroveCluster cluster, Set<String> before) {
    Set<String> lost = new HashSet<>(before);
    lost.removeAll(GroveCluster.uids(cluster.pods()));
    System.out.printf("%s: %d of %d pods lost%n", version, lost.size(), before.size());
    assertThat(lost).as("pods lost of " + before.size()).isEmpty();
    assertThat(cluster.deletedPods()).returns(0, Writes::count);
  }

  private static List<String> uids(KubernetesResourceList<? extends HasMetadata> objects) {
    return objects.getItems().stream().map(object -> object.getMetadata().getUid()).toList();
  }

  private static List<String> names(List<? extends HasMetadata> objects) {
    return objects.stream().map(object -> object.getMetadata().getName()).toList();
  }

  /** What PodGangs ask for that stand beside those of the other operator, which hold all pods. */
  private static List<Integer> minimumOfOurs(GroveCluster cluster, List<String> foreign) {
    return cluster.gangs().stream()
        .filter(gang -> !foreign.contains(gang.getMetadata().getName()))
        .flatMap(gang -> gang.getSpec().podgroups().stream())
        .map(PodGroup::minReplicas)
        .toList();
  }

  // Each owner tells of its own, of none twice; in several passes where others write meanwhile.
  private static void assertTold(GroveCluster cluster) {
    List<Event> told =
        cluster.client().v1().events().list().getItems().stream()
            .filter(event -> "PodCliqueAdopted".equals(event.getReason()))
            .toList();
    assertThat(told)
        .allSatisfy(event -> {
          assertThat(event.getType()).isEqualTo("Normal");
          assertThat(event.getMessage()).matches(TOLD);
        })
        .extracting(event -> event.getInvolvedObject().getUid())
        .containsAll(uids(cluster.client().resources(PodCliqueScalingGroup.class).list()));
    assertThat(told.stream().mapToInt(ForeignAdoptionIT::count).sum())
        .isLessThanOrEqualTo(cluster.client().resources(PodClique.class).list().getItems().size());
  }

  private static int count(Event event) {
    Matcher matcher = TOLD.matcher(event.getMessage());
    assertThat(matcher.matches()).isTrue();
    return Integer.parseInt(matcher.group(1));
  }

  private static void update(GroveCluster cluster) {
    Updates.edit(
        cluster.client(),
        cluster.set().getMetadata().getName(),
        set ->
            set.getSpec().template().cliques().stream()
                .flatMap(clique -> clique.spec().podSpec().getContainers().stream())
                .forEach(container -> container.setImage(NEW)));
  }

  private static void assertUpdated(GroveCluster cluster, int pods) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          PodCliqueSet set = cluster.set();
          assertThat(set.statusOrEmpty().updateProgress()).isNotNull();
          assertThat(set.statusOrEmpty().updateProgress().updateEndedAt()).isNotNull();
          assertThat(set.statusOrEmpty().updatedReplicas()).isEqualTo(set.getSpec().replicas());
          assertThat(cluster.pods()).hasSize(pods).allMatch(Sets::isReady);
          assertThat(cluster.pods()).flatExtracting(ForeignAdoptionIT::images).containsOnly(NEW);
          assertThat(cluster.maps()).isEmpty();
        });
    assertThat(
            cluster
                .recorder()
                .rest()
                .await(
                    Rest.QUIET,
                    PATIENCE,
                    recording -> Invariants.check(Invariants.AT_REST, recording).isEmpty()))
        .as("at rest")
        .isPresent();
    Rules.assertKept(Invariants.ALWAYS, cluster.recorder().upToDate());
  }

  private static List<String> images(Pod pod) {
    return pod.getSpec().getContainers().stream().map(container -> container.getImage()).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"PATCH podcliques/chain-0-dec-1-wkr", "POST podgangs/chain-0", "PATCH pods/POD"})
  void an_operator_that_is_killed_while_it_takes_over_takes_nothing_away(
      String call, ControlPlane plane, RegisteredWebhook webhook) {
    webhook.unregister();
    try (GroveCluster cluster = GroveCluster.leftBy(WITH_EPOCHS, plane);
        FaultProxy proxy =
            FaultProxy.start(plane.kubeconfig(PlaneUser.OPERATOR), directory.resolve("proxy"))) {
      webhook.ensureAnswering();
      Set<String> before = GroveCluster.uids(cluster.pods());

      killAt(call.replace("POD", podOf(cluster, "chain-0-dec-2-wkr")), cluster, proxy);
      try (OperatorProcess _ =
          OperatorProcess.in(directory.resolve("next"), plane.kubeconfig(PlaneUser.OPERATOR))
              .start()) {
        awaitAdopted(cluster);
        assertKept("killed at " + call, cluster, before);
      }
    }
  }

  private static String podOf(GroveCluster cluster, String clique) {
    return Teardowns.podsOf(cluster.pods(), clique).getFirst().getMetadata().getName();
  }

  private void killAt(String call, GroveCluster cluster, FaultProxy proxy) {
    FaultPlan plan = FaultPlan.undisturbed(cluster.namespace());
    proxy.follow(plan);
    try (Hold _ = proxy.hold(call);
        OperatorProcess victim =
            OperatorProcess.in(directory.resolve("victim"), proxy.kubeconfig()).launch()) {
      await(call)
          .atMost(PATIENCE)
          .until(() -> plan.writes().stream().anyMatch(write -> write.call().equals(call)));
      victim.kill();
    }
  }
}
