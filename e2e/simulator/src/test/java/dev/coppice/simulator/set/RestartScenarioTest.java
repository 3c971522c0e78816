package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Omitted;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Pods are replaced once for each value that somebody asks for, and for nothing else. */
class RestartScenarioTest {

  private static final String KEY = "coppice.dev/restartedAt";

  private final SetFixture fixture = UpdateFixture.running().fixture();

  private Set<String> pods() {
    return fixture
        .cluster
        .all(Pod.class)
        .map(pod -> pod.getMetadata().getUid())
        .collect(Collectors.toSet());
  }

  private void annotate(Map<String, String> annotations) {
    fixture.changeSet(set -> {
      PodCliqueSet copy = set.withSpec(set.getSpec());
      copy.setMetadata(
          new ObjectMetaBuilder(set.getMetadata()).withAnnotations(annotations).build());
      return copy;
    });
    fixture.settle();
  }

  @Test
  void a_value_replaces_every_pod_once() {
    Set<String> before = pods();

    annotate(Map.of(KEY, "2026-11-28T12:00:00Z"));

    Set<String> after = pods();
    assertThat(after).hasSameSizeAs(before).doesNotContainAnyElementsOf(before);
    assertThat(fixture.cluster.all(Pod.class))
        .allSatisfy(pod ->
            assertThat(pod.getMetadata().getAnnotations())
                .containsEntry(KEY, "2026-11-28T12:00:00Z"));

    annotate(new TreeMap<>(Map.of(KEY, "2026-11-28T12:00:00Z", "note", "any")));
    assertThat(pods()).isEqualTo(after);
  }

  @Test
  void taking_the_value_away_replaces_nothing_and_the_next_value_replaces_all() {
    annotate(Map.of(KEY, "one"));
    Set<String> before = pods();

    annotate(Map.of());
    assertThat(pods()).isEqualTo(before);
    assertThat(Omitted.orEmpty(fixture.set().getMetadata().getAnnotations())).isEmpty();

    annotate(Map.of(KEY, "two"));
    assertThat(pods()).hasSameSizeAs(before).doesNotContainAnyElementsOf(before);
  }

  @Test
  void an_empty_value_that_no_webhook_has_refused_asks_for_nothing() {
    Set<String> before = pods();

    annotate(Map.of(KEY, ""));

    assertThat(pods()).isEqualTo(before);
    assertThat(fixture.status().restartedAt()).isNull();
  }
}
