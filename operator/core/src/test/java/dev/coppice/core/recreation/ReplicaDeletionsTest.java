package dev.coppice.core.recreation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.status.DeletedPodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.api.status.ReplicaDeletionBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicaDeletionsTest {

  private static final Instant START = Instant.parse("2026-08-19T10:00:00Z");
  private static final Instant NOW = START.plusSeconds(30);

  private static ReplicaDeletionBuilder record(int replica, String... names) {
    return ReplicaDeletionBuilder.builder()
        .replicaIndex(replica)
        .cause(ReplicaDeletion.MIN_AVAILABLE_BREACHED)
        .startedAt(START)
        .podCliques(
            Stream.of(names).map(name -> new DeletedPodClique(name, "old-" + name, 2)).toList());
  }

  @ParameterizedTest
  @CsvSource({
    // gone, wanted, remade, completed
    "true,  a b,  a b, true",
    "true,  a b,  a,   false",
    "true,  a b,  '',  false",
    "true,  a,    a,   true",
    "true,  a c,  a,   true",
    "false, a b,  a b, false",
    "false, '',   '',  true",
    "true,  '',   '',  true"
  })
  void is_done_when_all_that_is_still_wanted_is_there_again(
      boolean gone, String wanted, String remade, boolean completed) {
    ReplicaDeletion open = record(0, "a", "b").goneAt(gone ? START.plusSeconds(1) : null).build();

    List<ReplicaDeletion> next =
        ReplicaDeletions.completed(
            List.of(open),
            _ -> Set.of(wanted.split(" ", -1)),
            (name, uid) -> uid.equals("old-" + name) && remade.contains(name),
            NOW);

    assertThat(next).hasSize(1);
    assertThat(next.getFirst().completedAt()).isEqualTo(completed ? NOW : null);
    assertThat(next.getFirst().podCliques()).hasSize(completed ? 0 : 2);
  }

  @Test
  void keeps_the_ten_newest_of_those_that_are_done_and_all_that_are_open() {
    List<ReplicaDeletion> records = new ArrayList<>();
    records.add(record(50, "still-open").build());
    IntStream.range(0, 10)
        .mapToObj(i -> record(i).completedAt(START.plusSeconds(i)).build())
        .forEach(records::add);
    records.add(record(77, "a").goneAt(START).build());

    List<ReplicaDeletion> next =
        ReplicaDeletions.completed(
            records, _ -> Set.of("a", "still-open"), (name, _) -> name.equals("a"), NOW);

    assertThat(next)
        .extracting(ReplicaDeletion::replicaIndex)
        .containsExactly(50, 1, 2, 3, 4, 5, 6, 7, 8, 9, 77);
  }

  @Test
  void takes_the_replicas_from_the_youngest_open_record() {
    ReplicaDeletion older = record(0, "a").build();
    ReplicaDeletion younger =
        record(3)
            .startedAt(START.plusSeconds(5))
            .podCliques(List.of(new DeletedPodClique("a", "u", 7)))
            .build();
    ReplicaDeletion done = record(0, "a").startedAt(START.plusSeconds(9)).completedAt(NOW).build();

    assertThat(ReplicaDeletions.replicas(Stream.of(older, younger, done), "a")).hasValue(7);
    assertThat(ReplicaDeletions.replicas(Stream.of(done), "a")).isEmpty();
  }

  @Test
  void restores_no_number_of_pods_that_may_not_be_asked_for() {
    List<ReplicaDeletion> records =
        List.of(record(0).podCliques(List.of(new DeletedPodClique("a", "u", 7))).build());

    assertThat(restored(records, replicas -> replicas <= 7)).isEqualTo(7);
    assertThat(restored(records, replicas -> replicas < 7)).isEqualTo(2);
    assertThat(restored(List.of(), _ -> true)).isEqualTo(2);
  }

  private static int restored(List<ReplicaDeletion> records, IntPredicate isAllowed) {
    PodClique fresh = new PodClique();
    fresh.setMetadata(new ObjectMetaBuilder().withName("a").build());
    fresh.setSpec(PodCliqueSpecBuilder.builder().replicas(2).build());
    return ReplicaDeletions.restored(
            fresh, records.stream(), clique -> isAllowed.test(clique.getSpec().replicas()))
        .getSpec()
        .replicas();
  }
}
