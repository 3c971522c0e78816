package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.awaitReady;
import static dev.coppice.e2e.Teardowns.pods;
import static dev.coppice.e2e.Teardowns.podsOf;
import static dev.coppice.e2e.Teardowns.uids;
import static dev.coppice.e2e.Updates.PATIENCE;
import static dev.coppice.e2e.Updates.asked;
import static dev.coppice.e2e.Updates.change;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.core.template.TemplateHash;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SharedOperator;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A set whose objects carry hashes that another operator has computed. */
@OnCoppice
class AdoptionIT {

  private static final String SET = "workload1";
  private static final String FOREIGN = "6b5c9d7f4";
  private static final String OLDER = "77f8bc5d4c";
  private static final String NEW = "2";
  private static final int PODS = 10;

  @Test
  void what_is_made_from_the_same_template_keeps_all_its_pods(
      Kubectl kubectl, KubernetesClient client, SharedOperator operator, Recorder recorder) {
    kubectl.apply(Workload.WORKLOAD1.manifest());
    List<Pod> before = awaitReady(client, PODS);

    operator.process().kill();
    makeForeign(client, pods(client), FOREIGN);
    operator.ensureRunning();

    awaitAdopted(client);
    assertThat(uids(awaitReady(client, PODS))).isEqualTo(uids(before));
    assertThat(asked(recorder)).isEmpty();
    assertThat(Sets.set(client, SET).statusOrEmpty().updateProgress()).isNull();
  }

  @Test
  void in_the_middle_of_an_update_exactly_what_is_outdated_rolls(
      Kubectl kubectl, KubernetesClient client, SharedOperator operator, Recorder recorder) {
    kubectl.apply(Workload.WORKLOAD1.manifest());
    List<Pod> before = awaitReady(client, PODS);

    operator.process().kill();
    makeForeign(client, pods(client), FOREIGN);
    change(client, SET, NEW, "pc-a", "pc-b");
    giveTemplate(client, "workload1-0-pc-a", "workload1-0-sg-x-0-pc-b");
    relabel(client, List.of(Sets.clique(client, "workload1-0-sg-x-1-pc-b")), OLDER);
    List<Pod> outdated =
        Stream.concat(
                podsOf(before, "workload1-0-pc-a").stream().limit(1),
                podsOf(before, "workload1-0-sg-x-1-pc-b").stream())
            .toList();
    relabel(client, outdated, OLDER);
    operator.ensureRunning();

    awaitAdopted(client);
    // A replica of a group goes as a whole.
    Set<String> rolled = uids(outdated);
    rolled.addAll(uids(podsOf(before, "workload1-0-sg-x-1-pc-c")));
    Set<String> kept = new HashSet<>(uids(before));
    kept.removeAll(rolled);
    assertThat(uids(awaitReady(client, PODS))).containsAll(kept);
    assertThat(asked(recorder)).isEqualTo(rolled);
  }

  private static void awaitAdopted(KubernetesClient client) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(hashes(pods(client))).allMatch(TemplateHash::isOurs);
          assertThat(hashes(client.resources(PodClique.class).list().getItems()))
              .allMatch(TemplateHash::isOurs);
          assertThat(Sets.set(client, SET).statusOrEmpty())
              .returns(1, status -> status.updatedReplicas())
              .matches(
                  status -> TemplateHash.isOurs(String.valueOf(status.currentGenerationHash())));
        });
  }

  private static List<String> hashes(Collection<? extends HasMetadata> objects) {
    return objects.stream()
        .map(object -> object.getMetadata().getLabels().get(Labels.POD_TEMPLATE_HASH))
        .toList();
  }

  private static void makeForeign(KubernetesClient client, List<Pod> pods, String hash) {
    List<PodClique> cliques = client.resources(PodClique.class).list().getItems();
    relabel(client, pods, hash);
    relabel(client, cliques, hash);
    cliques.forEach(clique ->
        client
            .resources(PodClique.class)
            .withName(clique.getMetadata().getName())
            .editStatus(found -> {
              found.setStatus(
                  PodCliqueStatusBuilder.builder(found.statusOrEmpty())
                      .currentPodTemplateHash(hash)
                      .currentPodCliqueSetGenerationHash(hash)
                      .build());
              return found;
            }));
    client
        .resources(PodCliqueSet.class)
        .withName(SET)
        .editStatus(found -> {
          found.setStatus(
              PodCliqueSetStatusBuilder.builder(found.statusOrEmpty())
                  .currentGenerationHash(hash)
                  .build());
          return found;
        });
  }

  private static void relabel(
      KubernetesClient client, Collection<? extends HasMetadata> objects, String hash) {
    for (HasMetadata object : objects) {
      client
          .resource(object)
          .patch(
              PatchContext.of(PatchType.JSON_MERGE),
              "{\"metadata\":{\"labels\":{\"%s\":\"%s\"}}}"
                  .formatted(Labels.POD_TEMPLATE_HASH, hash));
    }
  }

  // What the other operator had done of the update; the variables of a group come first.
  private static void giveTemplate(KubernetesClient client, String... cliques) {
    for (String clique : cliques) {
      client
          .resources(PodClique.class)
          .withName(clique)
          .edit(found -> {
            found
                .getSpec()
                .podSpec()
                .getContainers()
                .getFirst()
                .getEnv()
                .add(new EnvVar(Updates.VARIABLE, NEW, null));
            return found;
          });
    }
  }
}
