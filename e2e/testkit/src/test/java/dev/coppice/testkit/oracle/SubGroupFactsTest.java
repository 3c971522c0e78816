package dev.coppice.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubGroupFactsTest {

  @ParameterizedTest(name = "{0} replicas, {1}: {2} pods in {3} subgroups")
  @CsvSource({
    "12, EVEN, 12, 3",
    "9, EVEN, 8, 2",
    "3, EVEN, 0, 0",
    "9, EXTRA, 9, 2",
    "8, EXTRA, 5, 1",
    "4, EXCLUDED, 0, 0",
    "5, EXCLUDED, 5, 1",
    "0, EVEN, 0, 0"
  })
  void only_whole_subgroups_have_pods(int replicas, String layout, int pods, int subGroups) {
    SubGroupFacts facts = new SubGroupFacts(4, layout);

    assertThat(facts.pods(replicas)).isEqualTo(pods);
    assertThat(facts.subGroups(replicas)).isEqualTo(subGroups);
  }

  private static Pod pod(int index, String layout) {
    int lead = layout.equals("EVEN") ? 0 : 1;
    PodBuilder pod =
        new PodBuilder()
            .withNewMetadata()
            .addToLabels(Labels.POD_INDEX, Integer.toString(index))
            .addToLabels(Labels.GROUP_WORKER_INDEX, Integer.toString(index))
            .endMetadata();
    boolean leads = index < lead;
    if (!leads || layout.equals("EXTRA")) {
      int subGroup = leads ? 0 : (index - lead) / 2;
      pod.editMetadata()
          .addToLabels(Labels.SUBGROUP_INDEX, Integer.toString(subGroup))
          .endMetadata();
    }
    return pod.build();
  }

  @ParameterizedTest(name = "{0}: {2} of 4 or 5 pods and {1} done make {4} units")
  @CsvSource({
    "EVEN, '', '0 1 2', 1, 2",
    "EVEN, '3', '0 1 2', 2, 4",
    "EVEN, '', '1 2', 0, 0",
    "EXTRA, '', '0 1 2 3', 1, 3",
    "EXTRA, '', '1 2 3 4', 1, 0",
    "EXTRA, '0', '1 2 3 4', 2, 5",
    "EXCLUDED, '', '0 3 4', 1, 3",
    "EXCLUDED, '0', '3', 0, 1",
    "EXCLUDED, '', '1 2 3 4', 2, 0"
  })
  void pods_count_in_whole_subgroups_and_with_their_leader(
      String layout, String done, String pods, int whole, int units) {
    SubGroupFacts facts = new SubGroupFacts(2, layout);
    List<Pod> there = indices(pods).mapToObj(index -> pod(index, layout)).toList();
    Set<String> gone = done.isEmpty() ? Set.of() : Set.of(done.split(" "));

    assertThat(facts.whole(there, gone)).isEqualTo(whole);
    assertThat(facts.units(there, gone)).isEqualTo(units);
  }

  private static IntStream indices(String text) {
    return Stream.of(text.split(" ")).mapToInt(Integer::parseInt);
  }
}
