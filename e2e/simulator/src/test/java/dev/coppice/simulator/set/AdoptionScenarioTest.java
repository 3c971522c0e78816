package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.reconcile.Action;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A set that another operator has made, or another version of this one. */
class AdoptionScenarioTest {

  private static final String FOREIGN = "6b5c9d7f4";
  private static final String OLDER = "77f8bc5d4c";

  private final UpdateFixture update = UpdateFixture.running();
  private final SetFixture fixture = update.fixture();

  @Test
  void what_is_made_from_the_same_template_keeps_its_pods() {
    relabel(PodClique.class, FOREIGN, _ -> true);
    relabel(Pod.class, FOREIGN, _ -> true);
    List<String> pods = fixture.podUids();
    Map<String, String> cliques = fixture.cliqueUids();

    fixture.settle();

    assertThat(fixture.podUids()).isEqualTo(pods);
    assertThat(fixture.cliqueUids()).isEqualTo(cliques);
    assertThat(hashes()).allMatch(hash -> hash.startsWith("v1-"));
    assertThat(fixture.status().updateProgress()).isNull();
    assertThat(fixture.status().updatedReplicas()).isEqualTo(2);
  }

  @Test
  void exactly_the_pods_of_an_older_template_roll() {
    relabel(PodClique.class, FOREIGN, _ -> true);
    relabel(Pod.class, FOREIGN, _ -> true);
    relabel(Pod.class, OLDER, pod -> pod.getMetadata().getName().startsWith("s-1-a-"));
    Set<String> old = new HashSet<>();
    fixture
        .cluster
        .all(Pod.class)
        .filter(pod -> pod.getMetadata().getName().startsWith("s-1-a-"))
        .forEach(pod -> old.add(pod.getMetadata().getUid()));
    Set<String> before = new HashSet<>(fixture.podUids());

    fixture.settle();

    Set<String> gone = new HashSet<>(before);
    gone.removeAll(fixture.podUids());
    assertThat(gone).isEqualTo(old).hasSize(3);
    assertThat(hashes()).allMatch(hash -> hash.startsWith("v1-"));
  }

  @Test
  void what_is_made_from_another_template_is_updated() {
    relabel(PodClique.class, FOREIGN, _ -> true);
    relabel(Pod.class, FOREIGN, _ -> true);

    update.changeImage("new", "a", "b");
    update.watch(() -> update.assertReadyAtLeast(2, "s-0-a"));

    assertThat(update.images()).containsExactlyInAnyOrder("a=new", "b=new", "c=old");
  }

  @Test
  void a_member_that_is_missing_is_made_while_the_others_are_adopted() {
    relabel(PodClique.class, FOREIGN, _ -> true);
    relabel(Pod.class, FOREIGN, _ -> true);
    List<String> cliques = fixture.names(PodClique.class);
    fixture.cluster.delete(fixture.clique("s-0-x-0-b"));

    fixture.settle();

    assertThat(fixture.names(PodClique.class)).isEqualTo(cliques);
    assertThat(hashes()).allMatch(hash -> hash.startsWith("v1-"));
  }

  @Test
  void a_pod_that_could_not_be_relabelled_is_not_taken_for_an_old_one() {
    relabel(PodClique.class, FOREIGN, _ -> true);
    relabel(Pod.class, FOREIGN, _ -> true);
    List<String> pods = fixture.podUids();
    fixture.cluster.refuse(
        action -> action instanceof Action.Patch patch && patch.target().type() == Pod.class,
        500,
        "no");

    for (int round = 0; round < 20; round++) {
      update.controllers();
      fixture.nodes.runAll();
      fixture.cluster.advance(Duration.ofSeconds(1));
    }

    assertThat(fixture.podUids()).isEqualTo(pods);
    fixture.cluster.refuseNothing();
    fixture.settle();
    assertThat(fixture.podUids()).isEqualTo(pods);
    assertThat(hashes()).allMatch(hash -> hash.startsWith("v1-"));
  }

  @Test
  void a_replica_whose_labels_somebody_took_away_gets_them_back_and_keeps_its_pods() {
    List<String> pods = fixture.podUids();
    takeLabelsAway();

    fixture.settle();

    assertThat(fixture.podUids()).isEqualTo(pods);
    assertThat(hashes()).allMatch(hash -> hash.startsWith("v1-"));
  }

  @Test
  void a_replica_without_labels_and_ready_pods_is_not_replaced_over_and_over() {
    int pods = fixture.podUids().size();
    takeLabelsAway();
    fixture.cluster.all(Pod.class).toList().forEach(fixture.nodes::fail);

    fixture.settle();

    assertThat(hashes()).allMatch(hash -> hash.startsWith("v1-"));
    assertThat(fixture.podUids()).hasSize(pods);
  }

  private void takeLabelsAway() {
    fixture
        .cluster
        .all(PodClique.class)
        .toList()
        .forEach(clique ->
            fixture.cluster.change(
                clique,
                found -> {
                  found.getMetadata().setLabels(null);
                  return found;
                }));
  }

  private List<String> hashes() {
    return java.util.stream.Stream.concat(
            fixture.cluster.all(Pod.class), fixture.cluster.all(PodClique.class))
        .map(object -> object.getMetadata().getLabels().get(Labels.POD_TEMPLATE_HASH))
        .distinct()
        .toList();
  }

  private <T extends HasMetadata> void relabel(Class<T> type, String hash, Predicate<T> which) {
    fixture
        .cluster
        .all(type)
        .filter(which)
        .toList()
        .forEach(object ->
            fixture.cluster.change(
                object,
                found -> {
                  Map<String, String> labels = new TreeMap<>(found.getMetadata().getLabels());
                  labels.put(Labels.POD_TEMPLATE_HASH, hash);
                  found.getMetadata().setLabels(labels);
                  if (found instanceof PodClique clique) {
                    clique.setStatus(
                        dev.coppice.api.clique.PodCliqueStatusBuilder.builder(
                                clique.statusOrEmpty())
                            .currentPodTemplateHash(hash)
                            .build());
                  }
                  return found;
                }));
  }
}
