package dev.coppice.simulator.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pods of a PodClique that somebody takes from its view, by the labels that it finds them by. */
class HiddenPodsScenarioTest {

  private final CliqueFixture fixture = CliqueFixture.running(2, 2);

  private Map<String, String> labels() {
    return fixture.pod(0).getMetadata().getLabels();
  }

  private void label(Map<String, String> labels) {
    fixture.cluster.change(
        fixture.pod(0),
        found -> {
          found.getMetadata().setLabels(labels);
          return found;
        });
  }

  private void comesToRestAsItWas(Map<String, String> found) {
    Pod pod = fixture.pod(0);
    fixture.reconcile();

    assertThat(labels()).containsAllEntriesOf(found);
    assertThat(fixture.cluster.all(Pod.class)).hasSize(2);
    assertThat(fixture.pod(0).getMetadata().getUid()).isEqualTo(pod.getMetadata().getUid());
    assertThat(fixture.status().readyReplicas()).isEqualTo(2);
    int earlier = fixture.actions().size();
    fixture.reconcile();
    assertThat(fixture.actionsSince(earlier)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {Labels.MANAGED_BY, Labels.PART_OF, Labels.POD_CLIQUE, Labels.SET_REPLICA_INDEX})
  void get_their_label_back_and_keep_running(String key) {
    Map<String, String> before = Map.copyOf(labels());
    Map<String, String> hidden = new HashMap<>(before);
    hidden.put(key, "other");
    label(hidden);

    comesToRestAsItWas(before);
  }

  @Test
  void get_back_what_they_are_found_by_when_they_have_no_labels_at_all() {
    Map<String, String> before = Map.copyOf(labels());
    label(Map.of());

    comesToRestAsItWas(foundBy(before));
  }

  @Test
  void get_back_what_they_are_found_by_beside_the_labels_of_others() {
    Map<String, String> before = Map.copyOf(labels());
    label(Map.of("example.com/team", "blue"));

    Map<String, String> after = new HashMap<>(foundBy(before));
    after.put("example.com/team", "blue");
    comesToRestAsItWas(after);
  }

  private static Map<String, String> foundBy(Map<String, String> labels) {
    return Map.of(
        Labels.MANAGED_BY, labels.get(Labels.MANAGED_BY),
        Labels.PART_OF, labels.get(Labels.PART_OF),
        Labels.POD_CLIQUE, labels.get(Labels.POD_CLIQUE),
        Labels.SET_REPLICA_INDEX, labels.get(Labels.SET_REPLICA_INDEX));
  }
}
