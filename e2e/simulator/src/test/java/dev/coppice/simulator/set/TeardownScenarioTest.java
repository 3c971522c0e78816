package dev.coppice.simulator.set;

import static dev.coppice.simulator.set.TeardownFixture.POD;
import static dev.coppice.simulator.set.TeardownFixture.TWO_LEVELS;
import static dev.coppice.simulator.set.TeardownFixture.deletes;
import static dev.coppice.simulator.set.TeardownFixture.kill;
import static dev.coppice.simulator.set.TeardownFixture.only;
import static dev.coppice.simulator.set.TeardownFixture.remade;
import static dev.coppice.simulator.set.TeardownFixture.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.api.status.DeletedPodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.PlannedEvent;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of replicas that have too few Ready pods. */
class TeardownScenarioTest {

  private static void delay(SetFixture fixture, String delay) {
    fixture.changeSet(set ->
        SetFixture.withSpec(
            set,
            PodCliqueSetSpecBuilder.builder(set.getSpec())
                .template(
                    PodCliqueSetTemplateBuilder.builder(set.getSpec().template())
                        .terminationDelay(delay)
                        .build())
                .build()));
  }

  @Test
  void a_whole_replica_goes_when_a_standalone_clique_was_breached_for_the_delay() {
    SetFixture fixture = running(TWO_LEVELS);
    NavigableMap<String, String> before = fixture.cliqueUids();
    kill(fixture, "s-0-a", 1);

    fixture.controllersFor(Duration.ofMillis(9_900));
    NavigableMap<String, String> atFirst = fixture.cliqueUids();
    fixture.controllersFor(Duration.ofSeconds(2));

    assertThat(atFirst).isEqualTo(before);
    assertThat(remade(before, fixture.cliqueUids()))
        .containsExactly("s-0-a", "s-0-x-0-b", "s-0-x-0-c", "s-0-x-1-b", "s-0-x-1-c");
    assertThat(fixture.cliqueUids()).hasSameSizeAs(before);
    assertThat(only(fixture.status().replicaDeletions()))
        .returns(0, ReplicaDeletion::replicaIndex)
        .returns("s-0-a", ReplicaDeletion::clique)
        .returns(1, ReplicaDeletion::ready)
        .returns(2, ReplicaDeletion::minAvailable)
        .returns(List.of(), ReplicaDeletion::podCliques)
        .matches(record -> record.goneAt() != null && record.completedAt() != null);
    assertThat(fixture.cluster.events())
        .filteredOn(event -> event.reason().equals(EventReasons.SET_REPLICA_DELETE_SUCCESSFUL))
        .extracting(PlannedEvent::message)
        .singleElement()
        .asString()
        .startsWith("deleted replica 0 with 5 PodCliques: s-0-a had 1 ready since 2026-")
        .endsWith(" and needs 2");
    assertThat(fixture.group("s-0-x").statusOrEmpty().replicaDeletions()).isEmpty();
  }

  @Test
  void acts_at_the_stored_instant_plus_the_delay_and_not_before() {
    SetFixture fixture = running(TWO_LEVELS);
    fixture.cluster.advance(Duration.ofMillis(300));
    kill(fixture, "s-0-a", 1);
    Instant began = fixture.cluster.clock().instant();
    Instant since = Instant.ofEpochSecond(began.getEpochSecond() + 1);

    fixture.controllersFor(Duration.between(began, since.plusSeconds(10)).minusMillis(1));
    int early = deletes(fixture).size();
    fixture.cluster.advance(Duration.ofMillis(1));
    fixture.setPass();

    assertThat(early).isZero();
    assertThat(deletes(fixture)).hasSize(5);
    assertThat(only(fixture.status().replicaDeletions()))
        .returns(since, ReplicaDeletion::since)
        .returns(since.plusSeconds(10), ReplicaDeletion::startedAt);
  }

  @Test
  void records_before_it_deletes_and_deletes_exactly_what_it_recorded_as_it_was_read() {
    SetFixture fixture = running(TWO_LEVELS);
    kill(fixture, "s-0-a", 1);
    fixture.controllersFor(Duration.ofSeconds(5));
    int earlier = fixture.cluster.journal().size();

    fixture.controllersFor(Duration.ofSeconds(10));

    List<Answer> answers = fixture.cluster.journal();
    List<Answer> teardown =
        answers.subList(earlier, answers.size()).stream()
            .filter(answer -> isOfTheSet(answer.action()))
            .toList();
    assertThat(teardown.get(0).action()).isInstanceOf(Action.Read.class);
    assertThat(teardown.get(1).action())
        .isInstanceOfSatisfying(Action.PutStatus.class, put -> assertThat(put.intent()).isTrue());
    assertThat(teardown.subList(2, 7))
        .allSatisfy(answer -> {
          assertThat(answer.outcome()).isInstanceOf(Outcome.Deleted.class);
          assertThat(((Action.Delete) answer.action()).resourceVersion()).isNotNull();
        });
    PodCliqueSet recorded = (PodCliqueSet) ((Action.PutStatus) teardown.get(1).action()).object();
    assertThat(only(recorded.statusOrEmpty().replicaDeletions()).podCliques())
        .extracting(DeletedPodClique::uid)
        .containsExactlyInAnyOrderElementsOf(
            teardown.subList(2, 7).stream().map(a -> ((Action.Delete) a.action()).uid()).toList());
  }

  private static boolean isOfTheSet(Action action) {
    return switch (action) {
      case Action.Read read -> read.queries().size() > 1;
      case Action.PutStatus put -> put.object() instanceof PodCliqueSet;
      case Action.Delete delete -> delete.target().type() == PodClique.class;
      default -> false;
    };
  }

  @Test
  void without_a_delay_conditions_follow_and_nothing_is_ever_deleted() {
    SetFixture fixture = running(TWO_LEVELS.replace("terminationDelay: 10s", ""));
    kill(fixture, "s-0-a", 1);

    fixture.controllersFor(Duration.ofDays(1));

    assertThat(deletes(fixture)).isEmpty();
    assertThat(breachedSince(fixture, "s-0-a")).isNotNull();
  }

  private static String breachedSince(SetFixture fixture, String clique) {
    return fixture.clique(clique).statusOrEmpty().conditions().stream()
        .filter(c -> c.getType().equals("MinAvailableBreached") && c.getStatus().equals("True"))
        .map(c -> c.getLastTransitionTime())
        .findFirst()
        .orElse(null);
  }

  @Test
  void a_delay_that_is_taken_away_in_time_saves_the_replica() {
    SetFixture fixture = running(TWO_LEVELS);
    kill(fixture, "s-0-a", 1);
    fixture.controllersFor(Duration.ofSeconds(8));

    delay(fixture, null);
    fixture.controllersFor(Duration.ofHours(1));

    assertThat(deletes(fixture)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 6, 30})
  void a_delay_that_is_changed_counts_from_the_same_start(int seconds) {
    SetFixture fixture = running(TWO_LEVELS);
    kill(fixture, "s-0-a", 1);
    fixture.controllersFor(Duration.ofSeconds(5));

    delay(fixture, seconds + "s");
    fixture.controllersFor(Duration.ofSeconds(60));

    ReplicaDeletion record = only(fixture.status().replicaDeletions());
    Instant changed = record.since().plusSeconds(5);
    Instant due = record.since().plusSeconds(seconds);
    assertThat(record.startedAt()).isEqualTo(due.isBefore(changed) ? changed : due);
  }

  @Test
  void a_delay_that_is_set_during_a_breach_counts_from_its_start() {
    SetFixture fixture = running(TWO_LEVELS.replace("terminationDelay: 10s", ""));
    kill(fixture, "s-0-a", 1);
    fixture.controllersFor(Duration.ofSeconds(30));

    delay(fixture, "10s");
    fixture.setPass();

    assertThat(deletes(fixture)).hasSize(5);
  }

  @Test
  void a_set_that_was_never_available_is_never_torn_down() {
    SetFixture fixture = new SetFixture(TWO_LEVELS);

    fixture.controllersFor(Duration.ofDays(1));

    assertThat(deletes(fixture)).isEmpty();
  }

  @Test
  void what_was_made_again_has_a_clean_history() {
    SetFixture fixture = running(TWO_LEVELS);
    kill(fixture, "s-0-a", 1);

    fixture.controllersFor(Duration.ofDays(1));

    assertThat(deletes(fixture)).hasSize(5);
    assertThat(fixture.clique("s-0-a").statusOrEmpty().wasAvailable()).isFalse();
  }

  @Test
  void a_replica_is_whole_again_while_its_old_pods_still_hang() {
    SetFixture fixture = running(TWO_LEVELS);
    List<Pod> old = fixture.cluster.all(Pod.class).toList();
    kill(fixture, "s-0-a", 1);
    fixture.controllersFor(Duration.ofSeconds(12));

    fixture.nodes.bindAll();
    fixture.nodes.startAll();
    fixture.controllersFor(Duration.ofSeconds(2));

    assertThat(fixture.cluster.all(Pod.class).count()).isGreaterThan(old.size());
    assertThat(fixture.status().availableReplicas()).isEqualTo(2);
  }

  @Test
  void a_group_recycles_one_replica_once_and_a_loss_in_the_other_takes_the_whole_replica() {
    SetFixture fixture =
        running(TWO_LEVELS.replace("replicas: 2\n  template", "replicas: 1\n  template"));
    NavigableMap<String, String> first = fixture.cliqueUids();
    kill(fixture, "s-0-x-0-c", 0);
    fixture.controllersFor(Duration.ofSeconds(30));
    NavigableMap<String, String> afterOneKill = fixture.cliqueUids();
    kill(fixture, "s-0-x-0-c", 1);
    kill(fixture, "s-0-x-0-c", 2);

    fixture.controllersFor(Duration.ofMinutes(10));
    NavigableMap<String, String> recycled = fixture.cliqueUids();
    int deletesThen = deletes(fixture).size();
    kill(fixture, "s-0-x-1-c", 0);
    fixture.controllersFor(Duration.ofSeconds(30));
    NavigableMap<String, String> afterAnotherKill = fixture.cliqueUids();
    kill(fixture, "s-0-x-1-c", 1);
    kill(fixture, "s-0-x-1-c", 2);
    fixture.controllersFor(Duration.ofSeconds(30));

    assertThat(afterOneKill).isEqualTo(first);
    assertThat(remade(first, recycled)).containsExactly("s-0-x-0-b", "s-0-x-0-c");
    assertThat(deletesThen).isEqualTo(2);
    PodCliqueScalingGroup group = fixture.group("s-0-x");
    assertThat(only(group.statusOrEmpty().replicaDeletions()))
        .returns(0, ReplicaDeletion::replicaIndex)
        .returns("s-0-x-0-c", ReplicaDeletion::clique)
        .returns(0, ReplicaDeletion::ready)
        .returns(1, ReplicaDeletion::minAvailable);
    assertThat(afterAnotherKill).isEqualTo(recycled);
    assertThat(remade(recycled, fixture.cliqueUids())).containsExactlyElementsOf(first.keySet());
    assertThat(only(fixture.status().replicaDeletions()))
        .returns("s-0-x", ReplicaDeletion::clique)
        .returns(0, ReplicaDeletion::ready)
        .returns(1, ReplicaDeletion::minAvailable);
  }

  @Test
  void groups_go_by_their_own_delays() {
    SetFixture fixture =
        running(
            """
            metadata: {name: s}
            spec:
              replicas: 1
              template:
                terminationDelay: 10s
                cliques:
                - {name: b, spec: {replicas: 1, POD}}
                - {name: c, spec: {replicas: 1, POD}}
                podCliqueScalingGroups:
                - {name: x, cliqueNames: [b], replicas: 2, minAvailable: 1, terminationDelay: 4s}
                - {name: y, cliqueNames: [c], replicas: 2, minAvailable: 1, terminationDelay: 20s}
            """
                .replace("POD", POD));
    kill(fixture, "s-0-x-0-b", 0);
    kill(fixture, "s-0-y-1-c", 0);

    fixture.controllersFor(Duration.ofMinutes(1));

    ReplicaDeletion short4 = only(fixture.group("s-0-x").statusOrEmpty().replicaDeletions());
    ReplicaDeletion long20 = only(fixture.group("s-0-y").statusOrEmpty().replicaDeletions());
    assertThat(short4.startedAt()).isEqualTo(short4.since().plusSeconds(4));
    assertThat(long20.startedAt()).isEqualTo(long20.since().plusSeconds(20));
    assertThat(short4.replicaIndex()).isZero();
    assertThat(long20.replicaIndex()).isOne();
  }
}
