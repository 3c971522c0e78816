package dev.coppice.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.core.pod.PodState.Phase;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PodStateTest {

  static Stream<Arguments> pods() {
    return Stream.of(
        Arguments.of("pending", TestPod.pending(0), true, false, false, false),
        Arguments.of("gated", TestPod.pending(0).gated(), true, false, true, false),
        Arguments.of("starting", TestPod.starting(0), true, true, false, false),
        Arguments.of("ready", TestPod.ready(0), true, true, false, true),
        Arguments.of("denied", TestPod.ready(0).calledUnschedulable(), true, true, false, true),
        Arguments.of("lost node", TestPod.ready(0).phase("Unknown"), true, true, false, true),
        Arguments.of("failed", TestPod.starting(0).phase("Failed"), false, true, false, false),
        Arguments.of("done", TestPod.starting(0).phase("Succeeded"), false, true, false, false),
        Arguments.of("going", TestPod.ready(0).terminating(), false, true, false, true));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pods")
  void reads_what_counts(
      String name, TestPod pod, boolean live, boolean scheduled, boolean gated, boolean ready) {
    PodState state = pod.state();

    assertThat(state.live()).isEqualTo(live);
    assertThat(state.scheduled()).isEqualTo(scheduled);
    assertThat(state.gated()).isEqualTo(gated);
    assertThat(state.ready()).isEqualTo(ready);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "17, 17", "-1, -1", "x, -1", "'', -1", "99999999999, -1"})
  void reads_the_index_from_its_label(String label, int index) {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .addToLabels(Labels.POD_INDEX, label)
            .endMetadata()
            .build();

    assertThat(PodState.of(pod).index()).isEqualTo(index);
  }

  @ParameterizedTest
  @CsvSource({", web-0-router-3, 3", "x, web-0-router-3, 3", "1, web-0-router-3, 1", ", host, -1"})
  void reads_the_index_from_the_host_name_where_the_label_holds_none(
      String label, String hostname, int index) {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withLabels(label == null ? Map.of() : Map.of(Labels.POD_INDEX, label))
            .endMetadata()
            .withNewSpec()
            .withHostname(hostname)
            .endSpec()
            .build();

    assertThat(PodState.of(pod).index()).isEqualTo(index);
  }

  @Test
  void knows_a_pod_that_says_nothing_about_itself() {
    PodState state = PodState.of(new PodBuilder().withNewMetadata().endMetadata().build());

    assertThat(state.phase()).isEqualTo(Phase.PENDING);
    assertThat(state.index()).isEqualTo(PodState.NO_INDEX);
    assertThat(state.readySince()).isEmpty();
    assertThat(state.live()).isTrue();
  }
}
