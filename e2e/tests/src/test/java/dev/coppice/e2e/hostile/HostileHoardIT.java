package dev.coppice.e2e.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.e2e.LiveHeap;
import dev.coppice.e2e.hostile.Tenant.Answer;
import dev.coppice.testkit.junit.OnCoppice;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a tenant stores is kept as far as decisions read it, and the rest of it by the API alone.
 */
@OnCoppice
class HostileHoardIT extends HostileScene {

  /** Of what is sent, 10 MB each time, an operator that kept it would grow by at least that. */
  private static final int OBJECTS = 40;

  private static final long MOST_GROWTH_KIB = 5 << 10;

  private static final String OUR_LABELS =
      """
      "labels":{"app.kubernetes.io/managed-by":"grove-operator","app.kubernetes.io/part-of":"bystander-0",\
      "grove.io/podclique":"bystander-0-0-worker","grove.io/podcliqueset-replica-index":"0"}\
      """;

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Service | /api/v1/namespaces/%s/services | v1 | "spec":{"ports":[{"port":80}]}
          HorizontalPodAutoscaler | /apis/autoscaling/v2/namespaces/%s/horizontalpodautoscalers | autoscaling/v2 | "spec":{"maxReplicas":3,"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"a"}}
          Pod | /api/v1/namespaces/%s/pods | v1 | "spec":{"nodeSelector":{"nobody":"here"},"containers":[{"name":"a","image":"b"}]}
          """)
  void objects_that_merely_bear_our_labels_are_not_kept(
      String kind, String path, String version, String spec) {
    others.assertServed();
    long before = LiveHeap.kibibytes(operator.process().pid());

    for (int object = 0; object < OBJECTS; object++) {
      assertThat(
              tenant.post(
                  path,
                  "{\"kind\":\"%s\",\"apiVersion\":\"%s\",\"metadata\":{\"name\":\"a-%d\",%s%s},%s}"
                      .formatted(
                          kind,
                          version,
                          object,
                          OUR_LABELS,
                          HostileSet.annotations(1, LARGEST_ANNOTATIONS),
                          spec)))
          .matches(Answer::isSuccess, "is stored");
    }

    others.assertServed();
    assertGrownBy(before);
    assertThat(tenant.deleteAll(path)).matches(Answer::isSuccess, "are deleted");
    await().atMost(PATIENCE).until(() -> tenant.names(path).findAny().isEmpty());
  }

  @Test
  void notes_on_sets_are_not_kept() {
    others.assertServed();
    long before = LiveHeap.kibibytes(operator.process().pid());
    String set =
        HostileSet.of(0, HostileSet.annotations(1, LARGEST_ANNOTATIONS), HostileSet.container(""));

    for (int number = 0; number < OBJECTS; number++) {
      assertThat(tenant.create(HostileSet.named("hoard-" + number, set)))
          .matches(Answer::isSuccess, "is stored");
    }

    others.assertServed();
    assertGrownBy(before);
    tenant.deleteAll();
  }

  @Test
  void sets_of_the_largest_size_that_came_while_the_webhook_was_away_are_borne() {
    webhook.unregister();
    String set =
        HostileSet.of(
            1, "", HostileSet.container(",\"x\":\"%s\"".formatted("y".repeat(LARGEST_OBJECT))));

    for (int number = 0; number < 4; number++) {
      assertThat(tenant.create(HostileSet.named("large-" + number, set)))
          .matches(Answer::isSuccess, "is stored");
    }

    webhook.ensureAnswering();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Tenant.condition(tenant.get("large-3"), "Ready")).startsWith("False "));
    others.assertServed();
    tenant.deleteAll();
  }

  @Test
  void a_note_on_a_set_is_copied_to_none_of_its_parts() {
    int replicas = 100;
    String noted = HostileSet.annotations(1, 240 << 10);
    assertThat(tenant.create(HostileSet.of(replicas, noted, HostileSet.container(""))))
        .matches(Answer::isSuccess, "is stored");
    await().atMost(PATIENCE).until(() -> tenant.names(Tenant.GANGS).count() == replicas);

    tenant.patchSet(
        HostileSet.NAME,
        "{\"metadata\":{%s},\"spec\":{\"replicas\":%d}}"
            .formatted(noted.substring(1).replace("vv", "ww"), replicas + 1));
    await().atMost(PATIENCE).until(() -> tenant.names(Tenant.GANGS).count() == replicas + 1);

    assertThat(tenant.annotationBytes(Tenant.GANGS)).isLessThan(replicas * 1_024);
    others.assertServed();
    tenant.deleteAll();
  }

  // What is on its way takes as much as it likes.
  private void assertGrownBy(long before) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(() ->
            assertThat(LiveHeap.kibibytes(operator.process().pid()) - before)
                .as("KiB that the operator has grown by")
                .isLessThan(MOST_GROWTH_KIB));
  }
}
