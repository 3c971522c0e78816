package dev.coppice.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.testing.TestYaml;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is told of a whole beside what is missing of it. */
class RemarksTest {

  private static PodClique clique(String name, int replicas, String conditions) {
    return TestYaml.read(
        "{metadata: {name: %s}, spec: {replicas: %d}, status: {conditions: [%s]}}"
            .formatted(name, replicas, conditions),
        PodClique.class);
  }

  private static PodClique stuck(String name) {
    return clique(
        name,
        1,
        "{type: StuckTerminating, status: 'True', reason: NodeNotReady, message: 1 pod hangs}");
  }

  private static PodCliqueScalingGroup group(int replicas) {
    return TestYaml.read(
        "{metadata: {name: g}, spec: {replicas: %d}}".formatted(replicas),
        PodCliqueScalingGroup.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # outdated | cliques at 0 | groups at 0 | told
          0          | 0            | 0           | ''
          2          | 0            | 0           | ', 2 pods of an old template'
          0          | 1            | 0           | ', 1 PodClique idle'
          0          | 0            | 2           | ', 2 PodCliqueScalingGroups idle'
          1          | 2            | 1           | ', 1 pod of an old template, 2 PodCliques and 1 PodCliqueScalingGroup idle'
          """)
  void what_is_idle_and_what_is_old_is_counted(int outdated, int cliques, int groups, String told) {
    Remarks remarks =
        Remarks.of(
            outdated,
            IntStream.rangeClosed(0, cliques)
                .mapToObj(index -> clique("c" + index, index == 0 ? 1 : 0, ""))
                .toList(),
            IntStream.rangeClosed(0, groups).mapToObj(index -> group(index == 0 ? 1 : 0)).toList());

    assertThat(remarks.numbers()).isEqualTo(told);
    assertThat(remarks.isStuck()).isFalse();
    assertThat(remarks.hanging()).isEmpty();
  }

  @Test
  void the_first_podclique_with_pods_that_hang_is_named_and_the_others_are_counted() {
    assertThat(hanging(stuck("a"), clique("b", 1, ""))).isEqualTo("; PodClique a: 1 pod hangs");
    assertThat(hanging(stuck("b"), stuck("a")))
        .isEqualTo("; PodClique a: 1 pod hangs; 1 other PodClique has such pods");
    assertThat(hanging(stuck("b"), stuck("c"), stuck("a")))
        .isEqualTo("; PodClique a: 1 pod hangs; 2 other PodCliques have such pods");
  }

  private static String hanging(PodClique... cliques) {
    Remarks remarks = Remarks.of(0, List.of(cliques), List.of());

    assertThat(remarks.isStuck()).isTrue();
    return remarks.hanging();
  }
}
