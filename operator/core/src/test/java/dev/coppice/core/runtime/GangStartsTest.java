package dev.coppice.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.queue.StartFacts.Recreation;
import dev.coppice.core.queue.StartTime;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.testing.TestYaml;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GangStartsTest {

  private static final Instant NOW = Instant.parse("2026-01-02T11:00:00.7Z");

  private static PodGang gang(String metadata, String status) {
    return TestYaml.read(
        """
        metadata: {name: x-0, namespace: ai, uid: g, resourceVersion: '7', creationTimestamp: 2026-01-02T10:00:00Z %s}
        spec: {podgroups: [{name: a, podReferences: [], minReplicas: 1}, {name: b, podReferences: [], minReplicas: 1}]}
        %s
        """
            .formatted(metadata, status.isEmpty() ? "" : "status: " + status),
        PodGang.class);
  }

  private static PodClique clique(String name, String uid, String status) {
    return TestYaml.read(
        """
        metadata: {name: %s, namespace: ai, uid: %s}
        spec: {replicas: 1, minAvailable: 1, podSpec: {containers: []}}
        status: %s
        """
            .formatted(name, uid, status),
        PodClique.class);
  }

  private static Function<String, Optional<PodClique>> standing(PodClique... cliques) {
    Map<String, PodClique> byName =
        Arrays.stream(cliques)
            .collect(Collectors.toMap(clique -> clique.getMetadata().getName(), one -> one));
    return name -> Optional.ofNullable(byName.get(name));
  }

  private static final String RUNS =
      "{assignedSince: 2026-01-02T10:01:00Z, runningSince: 2026-01-02T10:02:00Z}";

  private static String told(Action action) {
    Action.Patch patch = (Action.Patch) action;
    return (patch.subresource() == null ? "object " : patch.subresource() + " ")
        + patch.operations();
  }

  private static List<String> kept(PodGang gang, Recreation recreation, String status) {
    Function<String, Optional<PodClique>> cliques =
        standing(clique("a", "a1", status), clique("b", "b1", "{}"));
    return new GangStarts(cliques, _ -> recreation, StartTime.Begin.FIRST_RUNNING)
        .kept(Stream.of(gang), NOW)
        .map(GangStartsTest::told)
        .toList();
  }

  @Test
  void the_first_running_pod_begins_it_as_the_gang_was_seen() {
    assertThat(kept(gang("", "{phase: Starting}"), Recreation.NONE, RUNS))
        .containsExactly(
            "status [{\"op\":\"test\",\"path\":\"/metadata/resourceVersion\",\"value\":\"7\"},"
                + "{\"op\":\"add\",\"path\":\"/status/startTime\",\"value\":\"2026-01-02T10:02:00Z\"}]");
  }

  @Test
  void a_gang_of_which_nothing_was_told_gets_a_whole_status() {
    assertThat(kept(gang("", ""), Recreation.NONE, RUNS))
        .singleElement()
        .asString()
        .contains("\"path\":\"/status\"", "\"phase\":\"Pending\"", "2026-01-02T10:02:00Z");
  }

  @Test
  void the_annotation_follows_once_the_status_says_it() {
    String status = "{phase: Running, startTime: 2026-01-02T10:02:00Z}";

    assertThat(kept(gang(", annotations: {other: x}", status), Recreation.NONE, RUNS))
        .containsExactly(
            "object [{\"op\":\"add\",\"path\":\"/metadata/annotations/kai.scheduler~1last-start-timestamp\",\"value\":\"2026-01-02T10:02:00Z\"}]");
    assertThat(kept(gang("", status), Recreation.NONE, RUNS))
        .singleElement()
        .asString()
        .startsWith("object [{\"op\":\"test\",\"path\":\"/metadata/resourceVersion\"");
    String both = ", annotations: {kai.scheduler/last-start-timestamp: '2026-01-02T10:02:00Z'}";
    assertThat(kept(gang(both, status), Recreation.NONE, RUNS)).isEmpty();
  }

  @Test
  void it_is_taken_when_no_pod_has_a_node_and_only_as_it_was() {
    PodGang gang =
        gang(
            ", annotations: {kai.scheduler/last-start-timestamp: '2026-01-02T10:02:00Z'}",
            "{phase: Running, startTime: 2026-01-02T10:02:00Z}");

    assertThat(kept(gang, Recreation.NONE, "{}"))
        .containsExactly(
            "status [{\"op\":\"test\",\"path\":\"/status/startTime\",\"value\":\"2026-01-02T10:02:00Z\"},"
                + "{\"op\":\"remove\",\"path\":\"/status/startTime\"}]");
  }

  @Test
  void an_annotation_without_a_start_goes() {
    PodGang gang =
        gang(
            ", annotations: {kai.scheduler/last-start-timestamp: '2026-01-02T10:02:00Z'}",
            "{phase: Running}");

    assertThat(kept(gang, Recreation.NONE, "{}"))
        .containsExactly(
            "object [{\"op\":\"test\",\"path\":\"/metadata/annotations/kai.scheduler~1last-start-timestamp\",\"value\":\"2026-01-02T10:02:00Z\"},"
                + "{\"op\":\"remove\",\"path\":\"/metadata/annotations/kai.scheduler~1last-start-timestamp\"}]");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nothing is torn down            | {replicaIndex: 0, podCliques: [], completedAt: 2026-01-02T10:30:00Z} | a1 b1 | NONE
          all of it goes                  | {replicaIndex: 0, podCliques: [{name: a, uid: a1, replicas: 1}, {name: b, uid: b1, replicas: 1}]} | a1 b1 | ENDS
          all of it goes, one is gone     | {replicaIndex: 0, podCliques: [{name: a, uid: a1, replicas: 1}, {name: b, uid: b1, replicas: 1}]} | a1 -  | ENDS
          a part goes                     | {replicaIndex: 0, podCliques: [{name: a, uid: a1, replicas: 1}]} | a1 b1 | HOLDS
          a part is gone and comes back   | {replicaIndex: 0, podCliques: [{name: a, uid: a1, replicas: 1}], goneAt: 2026-01-02T10:30:00Z} | - b1 | HOLDS
          all of it is there again        | {replicaIndex: 0, podCliques: [{name: a, uid: a1, replicas: 1}, {name: b, uid: b1, replicas: 1}], goneAt: 2026-01-02T10:30:00Z} | a2 b2 | HOLDS
          the next of a name stands       | {replicaIndex: 0, podCliques: [{name: a, uid: a1, replicas: 1}, {name: b, uid: b1, replicas: 1}]} | a2 b1 | HOLDS
          another gang goes               | {replicaIndex: 1, podCliques: [{name: c, uid: c1, replicas: 1}]} | a1 b1 | NONE
          """)
  void a_gang_ends_when_all_of_it_goes(
      String story, String record, String standing, Recreation expected) {
    String[] uids = standing.split(" +", -1);
    PodClique[] cliques =
        Stream.of(uids)
            .filter(uid -> !uid.equals("-"))
            .map(uid -> clique(uid.substring(0, 1), uid, "{}"))
            .toArray(PodClique[]::new);

    OpenTeardowns teardowns =
        OpenTeardowns.of(
            Stream.of(
                TestYaml.read(
                    "{cause: x, clique: a, ready: 0, minAvailable: 1, since: 2026-01-02T10:00:00Z, startedAt: 2026-01-02T10:00:00Z, "
                        + record.substring(1),
                    ReplicaDeletion.class)),
            standing(cliques));

    assertThat(teardowns.of(gang("", ""))).isEqualTo(expected);
  }

  @Test
  void without_queues_start_and_annotation_are_taken_away_one_after_the_other() {
    String annotated =
        ", annotations: {kai.scheduler/last-start-timestamp: '2026-01-02T10:02:00Z'}";

    assertThat(forgotten(gang(annotated, "{phase: Running, startTime: 2026-01-02T10:02:00Z}")))
        .containsExactly(
            "status [{\"op\":\"test\",\"path\":\"/status/startTime\",\"value\":\"2026-01-02T10:02:00Z\"},"
                + "{\"op\":\"remove\",\"path\":\"/status/startTime\"}]");
    assertThat(forgotten(gang(annotated, "{phase: Running}")))
        .singleElement()
        .asString()
        .startsWith("object ")
        .contains("\"remove\"", "last-start-timestamp");
    assertThat(forgotten(gang("", "{phase: Running}"))).isEmpty();
  }

  private static List<String> forgotten(PodGang gang) {
    return GangStarts.forgotten(Stream.of(gang)).map(GangStartsTest::told).toList();
  }

  @Test
  void only_gangs_that_end_are_cleared() {
    PodGang gang = gang("", "{phase: Running, startTime: 2026-01-02T10:02:00Z}");

    for (Recreation recreation : Recreation.values()) {
      assertThat(
              new GangStarts(standing(), _ -> recreation, StartTime.Begin.FIRST_RUNNING)
                  .cleared(Stream.of(gang)))
          .hasSize(recreation == Recreation.ENDS ? 1 : 0);
    }
  }
}
