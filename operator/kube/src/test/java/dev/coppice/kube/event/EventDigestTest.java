package dev.coppice.kube.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Failures.Failure;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Rewrite;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EventDigestTest {

  private static final ConfigMap PRIMARY = object("primary", "uid-primary");
  private static final Purpose CREATE =
      Purpose.announced("ERR_CREATE_POD", "created", "pod", "PodCreated", "PodNotCreated");
  private static final Failure QUOTA = new Failure("ERR_CREATE_POD", "exceeded quota");

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void joins_what_was_done_for_one_reason(String message, List<Answer> answers) {
    List<PlannedEvent> events = digest(answers, List.of(), Set.of());

    assertThat(events).containsExactly(new PlannedEvent(false, "PodCreated", message));
  }

  static Stream<Arguments> joins_what_was_done_for_one_reason() {
    Purpose patch = Purpose.announced("ERR", "updated", "pod", "PodCreated", "PodNotCreated");
    return Stream.of(
        Arguments.of("created 1 pod: a", List.of(done(CREATE, "a"))),
        Arguments.of(
            "created 3 pods: a, b, c",
            List.of(done(CREATE, "a"), done(CREATE, "b"), done(CREATE, "c"))),
        Arguments.of(
            "created 4 pods: a, b, c, …",
            List.of(done(CREATE, "a"), done(CREATE, "b"), done(CREATE, "c"), done(CREATE, "d"))),
        Arguments.of(
            "created 1 pod: a; updated 1 pod: b", List.of(done(CREATE, "a"), done(patch, "b"))),
        Arguments.of(
            "updated 2 pods: a, b", List.of(done(patch, "a"), done(patch, "b"), done(patch, "a"))));
  }

  @Test
  void is_silent_about_purposes_without_a_reason_and_about_a_create_that_found_its_object() {
    Answer unannounced = done(Purpose.unannounced("ERR", "created", "pod"), "a");
    Answer found = answer(CREATE, "b", new Outcome.AlreadyExists(ownedByPrimary()));

    assertThat(digest(List.of(unannounced, found), List.of(), Set.of())).isEmpty();
  }

  @Test
  void tells_a_repair_as_a_warning() {
    Purpose repair = CREATE.asRepair("wrote again the podSpec of", "TemplateRepaired");

    EventDigest digest =
        EventDigest.of(PRIMARY, List.of(done(repair, "a")), List.of(), List.of(), Set.of());

    assertThat(digest.failures()).isEmpty();
    assertThat(digest.changes())
        .containsExactly(
            new PlannedEvent(true, "TemplateRepaired", "wrote again the podSpec of 1 pod: a"));
  }

  @Test
  void joins_failures_with_what_was_not_even_tried() {
    List<Answer> answers =
        List.of(
            answer(CREATE, "a", new Outcome.Refused(403, "exceeded quota")),
            answer(CREATE, "b", new Outcome.Skipped()));

    List<PlannedEvent> events = digest(answers, List.of(QUOTA), Set.of());

    assertThat(events)
        .containsExactly(
            new PlannedEvent(true, "PodNotCreated", "2 pods not created: exceeded quota"));
  }

  @Test
  void does_not_tell_a_failure_again() {
    List<Answer> answers = List.of(answer(CREATE, "a", new Outcome.Refused(403, "exceeded quota")));

    assertThat(digest(answers, List.of(QUOTA), Set.of(QUOTA))).isEmpty();
  }

  @Test
  void names_a_foreign_object_that_stands_in_our_place() {
    Failure foreign = new Failure(Snapshot.FOREIGN_OBJECT, "Pod ns/a exists");
    ConfigMap other = object("a", "uid-other");
    other
        .getMetadata()
        .setOwnerReferences(
            List.of(Ownership.controllerReference(object("somebody", "uid-somebody"))));
    Action create = new Action.Create(object("a", ""), CREATE);
    List<Answer> answers = List.of(new Answer(create, new Outcome.AlreadyExists(other)));

    List<PlannedEvent> events = digest(answers, List.of(foreign), Set.of());

    assertThat(events)
        .containsExactly(
            new PlannedEvent(true, "PodNotCreated", "1 pod not created: Pod ns/a exists"));
  }

  @Test
  void tells_what_a_policy_made_of_a_value_as_a_failure() {
    ConfigMap seen = object("a", "uid-a");
    Purpose sync = Purpose.announced("ERR", "updated", "pod", "PodUpdated", "PodNotUpdated");
    Action patch =
        new Action.Patch(
            ObjectKey.of(seen),
            "uid-a",
            JsonPatch.create().add("/metadata/labels/tier", "gold").operations(),
            null,
            sync);
    ConfigMap rewritten = object("a", "uid-a");
    rewritten.getMetadata().setLabels(Map.of("tier", "policy"));
    List<Failure> failures = Rewrite.of(patch, rewritten).stream().map(Rewrite::failure).toList();

    EventDigest digest =
        EventDigest.of(
            PRIMARY,
            List.of(new Answer(patch, new Outcome.Done(rewritten))),
            List.of(),
            failures,
            Set.of());

    assertThat(digest.changes()).isEmpty();
    assertThat(digest.failures())
        .containsExactly(
            new PlannedEvent(
                true,
                "PodNotUpdated",
                "1 pod not updated: ConfigMap: /metadata/labels/tier was set to \"gold\""
                    + " and has become \"policy\""));
  }

  @Test
  void tells_a_planned_event_once_however_many_rounds_repeat_it() {
    PlannedEvent lost = new PlannedEvent(true, "AllScheduledReplicasLost", "no pod is bound");

    List<PlannedEvent> events =
        EventDigest.of(PRIMARY, List.of(), List.of(lost, lost), List.of(), Set.of()).events();

    assertThat(events).containsExactly(lost);
  }

  @Test
  void claims_no_deletion_of_what_was_gone_already() {
    Purpose delete = Purpose.announced("ERR_DELETE", "deleted", "pod", "Deleted", "NotDeleted");

    assertThat(
            digest(
                List.of(answer(delete, "a", new Outcome.AlreadyGone()), done(delete, "b")),
                List.of(),
                Set.of()))
        .containsExactly(new PlannedEvent(false, "Deleted", "deleted 1 pod: b"));
  }

  private static List<PlannedEvent> digest(
      List<Answer> answers, List<Failure> failures, Set<Failure> inEvents) {
    return EventDigest.of(PRIMARY, answers, List.of(), failures, inEvents).events();
  }

  private static Answer done(Purpose purpose, String name) {
    return answer(purpose, name, new Outcome.Deleted(null));
  }

  private static Answer answer(Purpose purpose, String name, Outcome outcome) {
    ObjectKey key = new ObjectKey(Pod.class, "ns", name);
    return new Answer(new Action.Delete(key, "uid", null, purpose), outcome);
  }

  private static HasMetadata ownedByPrimary() {
    ConfigMap owned = object("b", "uid-b");
    owned.getMetadata().setOwnerReferences(List.of(Ownership.controllerReference(PRIMARY)));
    return owned;
  }

  private static ConfigMap object(String name, String uid) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName(name)
        .withUid(uid)
        .endMetadata()
        .build();
  }
}
