package dev.coppice.core.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResolvedSetsTest {

  private static PodCliqueSet set(int replicas) {
    return TestYaml.read(
        """
        metadata: {name: llm, namespace: ai, uid: set-uid, generation: 1, resourceVersion: "1"}
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
  void a_written_status_leaves_what_was_worked_out() {
    ResolvedSets sets = new ResolvedSets(Validity.standard());
    PodCliqueSet before = set(1);
    PodCliqueSet after = set(1);
    after.getMetadata().setResourceVersion("2");
    after.setStatus(PodCliqueSetStatusBuilder.builder().availableReplicas(1).build());

    ResolvedSet first = sets.of(before);
    ResolvedSet second = sets.of(after);

    assertThat(second.findings()).isSameAs(first.findings());
    assertThat(hash(second)).isSameAs(hash(first));
    assertThat(second.set().statusOrEmpty().availableReplicas()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e40000000", "1e999999999", "1e-999999999", "boom"})
  void a_set_costs_no_more_than_it_is_long(String quantity) {
    PodCliqueSet stored = set(1);
    stored
        .getSpec()
        .template()
        .cliques()
        .getFirst()
        .spec()
        .podSpec()
        .setOverhead(Map.of("cpu", new Quantity(quantity, "")));
    ResolvedSets sets = new ResolvedSets(Validity.standard());

    assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () -> {
          assertThat(sets.of(stored).findings().isAllowed()).isEqualTo(quantity.equals("boom"));
          assertThat(hash(sets.of(stored))).startsWith("v1-");
        });
  }

  @ParameterizedTest
  @MethodSource("changes")
  void whatever_a_user_changes_is_judged_anew(Consumer<PodCliqueSet> change) {
    ResolvedSets sets = new ResolvedSets(Validity.standard());
    PodCliqueSet before = set(1);
    PodCliqueSet after = set(1);
    change.accept(after);

    assertThat(sets.of(after).findings()).isNotSameAs(sets.of(before).findings());
  }

  static Stream<Consumer<PodCliqueSet>> changes() {
    return Stream.of(
        set -> set.getMetadata().setUid("made again"),
        set -> set.getMetadata().setGeneration(2L),
        set -> set.getMetadata().setName("other"),
        set -> set.getMetadata().setLabels(Map.of("a", "b")),
        set -> set.getMetadata().setAnnotations(Map.of("a", "b")),
        set -> set.setSpec(set(2).getSpec()));
  }

  @Test
  void a_template_of_the_same_generation_after_a_restore_has_its_own_hash() {
    ResolvedSets sets = new ResolvedSets(Validity.standard());
    PodCliqueSet before = set(1);
    PodCliqueSet restored = set(1);
    PodCliqueTemplate template = restored.getSpec().template().cliques().getFirst();
    template.spec().podSpec().getContainers().getFirst().setImage("other");

    assertThat(hash(sets.of(restored))).isNotEqualTo(hash(sets.of(before)));
  }

  private static String hash(ResolvedSet set) {
    return set.complete().orElseThrow().hash(set.set().getSpec().template().cliques().getFirst());
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
            .map(set -> hash(set) + set.set().getSpec().replicas())
            .distinct()
            .toList();

    assertThat(hashes).hasSize(stored.size());
  }
}
