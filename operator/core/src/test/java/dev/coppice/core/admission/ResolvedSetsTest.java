package dev.coppice.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.testing.TestYaml;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ResolvedSetsTest {

  private static PodCliqueSet set(int replicas) {
    return TestYaml.read(
        """
        metadata: {name: llm, namespace: ai, uid: set-uid, resourceVersion: "1"}
        spec:
          replicas: %d
          template:
            cliques:
            - {name: a, spec: {replicas: 2, podSpec: {containers: [{name: c, image: i}]}}}
        """
            .formatted(replicas),
        PodCliqueSet.class);
  }

  @Test
  void the_set_in_view_is_resolved_once() {
    ResolvedSets sets = new ResolvedSets(Validity.standard());
    PodCliqueSet stored = set(1);

    assertThat(sets.of(stored)).isSameAs(sets.of(stored));
  }

  @Test
  void another_object_is_resolved_anew_whatever_it_is_called() {
    ResolvedSets sets = new ResolvedSets(Validity.standard());
    PodCliqueSet before = set(1);
    PodCliqueSet after = set(-1);

    assertThat(sets.of(before).findings().isAllowed()).isTrue();
    assertThat(sets.of(after).findings().isAllowed()).isFalse();
    assertThat(sets.of(before).findings().isAllowed()).isTrue();
  }

  @Test
  void all_threads_are_told_the_same() {
    ResolvedSets sets = new ResolvedSets(Validity.standard());
    List<PodCliqueSet> stored =
        IntStream.rangeClosed(1, 4).mapToObj(ResolvedSetsTest::set).toList();

    List<String> hashes =
        IntStream.range(0, 10_000)
            .parallel()
            .mapToObj(index -> sets.of(stored.get(index / 64 % stored.size())))
            .flatMap(set -> set.complete().stream())
            .map(set ->
                set.hash(set.set().getSpec().template().cliques().getFirst())
                    + set.set().getSpec().replicas())
            .distinct()
            .toList();

    assertThat(hashes).hasSize(stored.size());
  }
}
