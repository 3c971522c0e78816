package dev.coppice.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Failures.Failure;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SnapshotTest {

  private static final Purpose PURPOSE =
      Purpose.announced("ERR_CREATE_POD", "created", "pod", "Created", "Failed");
  private final ConfigMap primary =
      new ConfigMapBuilder()
          .withNewMetadata()
          .withNamespace("n")
          .withName("p")
          .withUid("u1")
          .endMetadata()
          .build();
  private final Snapshot<ConfigMap> empty = Snapshot.of(primary, Observed.of(List.of()));

  @Test
  void shows_a_created_object_in_the_next_round() {
    Snapshot<ConfigMap> after =
        empty.with(List.of(answer(create("a"), new Outcome.Done(pod("a")))));

    assertThat(after.observed().get(Pod.class, "n", "a")).contains(pod("a"));
    assertThat(after.primaryIsStale()).isFalse();
  }

  static Stream<Arguments> nothingLeft() {
    return Stream.of(
        Arguments.of(new Outcome.Deleted(null)), Arguments.of(new Outcome.AlreadyGone()));
  }

  @ParameterizedTest
  @MethodSource("nothingLeft")
  void takes_a_deleted_object_out_when_nothing_remains_of_it(Outcome outcome) {
    Snapshot<ConfigMap> before = Snapshot.of(primary, Observed.of(List.of(pod("a"))));

    Snapshot<ConfigMap> after = before.with(List.of(answer(delete("a"), outcome)));

    assertThat(after.observed().all(Pod.class)).isEmpty();
    assertThat(before.observed().all(Pod.class)).hasSize(1);
  }

  @Test
  void shows_a_deleted_object_as_terminating_while_it_remains() {
    Pod terminating =
        new PodBuilder(pod("a"))
            .editMetadata()
            .withDeletionTimestamp("2026-01-01T00:00:00Z")
            .endMetadata()
            .build();
    Snapshot<ConfigMap> before = Snapshot.of(primary, Observed.of(List.of(pod("a"))));

    Snapshot<ConfigMap> after =
        before.with(List.of(answer(delete("a"), new Outcome.Deleted(terminating))));

    assertThat(after.observed().get(Pod.class, "n", "a")).get().matches(Ownership::isTerminating);
  }

  static Stream<Arguments> staleViews() {
    return Stream.of(
        Arguments.of(new Outcome.Conflict()),
        Arguments.of(new Outcome.NotFound()),
        Arguments.of(new Outcome.Unknown("connection reset")));
  }

  @ParameterizedTest
  @MethodSource("staleViews")
  void ends_the_pass_on_an_answer_that_shows_a_stale_view(Outcome outcome) {
    assertThat(empty.with(List.of(answer(create("a"), outcome))).primaryIsStale()).isTrue();
  }

  @Test
  void takes_an_existing_object_of_ours_as_success() {
    Pod ours =
        new PodBuilder(pod("a"))
            .editMetadata()
            .withOwnerReferences(owner("ConfigMap", "p", "u1"))
            .endMetadata()
            .build();

    Snapshot<ConfigMap> after =
        empty.with(List.of(answer(create("a"), new Outcome.AlreadyExists(ours))));

    assertThat(after.observed().get(Pod.class, "n", "a")).contains(ours);
    assertThat(after.failures().isEmpty()).isTrue();
  }

  @Test
  void waits_for_the_leftover_of_a_dead_incarnation() {
    Pod left =
        new PodBuilder(pod("a"))
            .editMetadata()
            .withOwnerReferences(owner("ConfigMap", "p", "u0"))
            .endMetadata()
            .build();

    Snapshot<ConfigMap> after =
        empty.with(List.of(answer(create("a"), new Outcome.AlreadyExists(left))));

    assertThat(after.failures().isEmpty()).isTrue();
    assertThat(Ownership.claim(left, primary)).isEqualTo(Ownership.Claim.LEAVING);
  }

  @Test
  void names_the_owner_of_a_foreign_object_in_our_place() {
    Pod foreign =
        new PodBuilder(pod("a"))
            .editMetadata()
            .withOwnerReferences(owner("ReplicaSet", "web", "u7"))
            .endMetadata()
            .build();

    Snapshot<ConfigMap> after =
        empty.with(List.of(answer(create("a"), new Outcome.AlreadyExists(foreign))));

    assertThat(after.failures().reasons())
        .containsExactly(
            new Failure(Snapshot.FOREIGN_OBJECT, "Pod n/a exists and belongs to ReplicaSet web"));
    assertThat(after.failures().covers(create("a"))).isTrue();
    assertThat(after.failures().covers(create("b"))).isFalse();
  }

  @Test
  void shows_an_existing_object_that_nobody_controls_in_its_own_place() {
    Snapshot<ConfigMap> after =
        empty.with(List.of(answer(createPartOf("s"), new Outcome.AlreadyExists(partOf("s")))));

    assertThat(after.observed().get(Pod.class, "n", "a")).contains(partOf("s"));
    assertThat(after.failures().isEmpty()).isTrue();
  }

  @Test
  void takes_an_object_that_nobody_controls_for_foreign_in_another_place() {
    Snapshot<ConfigMap> after =
        empty.with(List.of(answer(createPartOf("s"), new Outcome.AlreadyExists(partOf("other")))));

    assertThat(after.failures().reasons())
        .containsExactly(
            new Failure(Snapshot.FOREIGN_OBJECT, "Pod n/a exists and belongs to nobody of ours"));
  }

  private static Action createPartOf(String set) {
    return new Action.Create(partOf(set), PURPOSE);
  }

  private static Pod partOf(String set) {
    return new PodBuilder(pod("a"))
        .editMetadata()
        .addToLabels(Labels.PART_OF, set)
        .endMetadata()
        .build();
  }

  @Test
  void starts_no_further_create_of_a_kind_after_a_403() {
    Snapshot<ConfigMap> after = empty.with(List.of(answer(create("a"), quota("a", 3))));

    assertThat(after.failures().covers(create("b"))).isTrue();
    assertThat(after.failures().covers(delete("b"))).isFalse();
  }

  @Test
  void starts_no_create_at_all_in_a_namespace_that_is_being_deleted() {
    Snapshot<ConfigMap> after = empty.with(List.of(answer(create("a"), namespaceEnds("a"))));
    Action config = new Action.Create(primary, PURPOSE);

    assertThat(after.failures().covers(create("b"))).isTrue();
    assertThat(after.failures().covers(config)).isTrue();
    assertThat(after.failures().covers(delete("b"))).isFalse();
  }

  @Test
  void tells_in_the_next_reconcile_too_that_the_namespace_is_being_deleted() {
    Snapshot<ConfigMap> met = empty.with(List.of(answer(create("a"), namespaceEnds("a"))));
    Memory memory =
        new Memory(null, null, null, Unkept.NOTHING, met.failures().lasting(), Set.of(), false, 0);

    Snapshot<ConfigMap> next = Snapshot.of(primary, Observed.of(List.of()), memory);

    assertThat(next.failures().isEmpty()).isTrue();
    assertThat(next.failures().covers(create("b"))).isTrue();
    assertThat(next.failures().reasons())
        .containsExactly(
            new Failure(
                "ERR_CREATE_POD",
                "pods is forbidden: unable to create new content in namespace n because it is"
                    + " being terminated"));
  }

  @Test
  void tells_a_full_quota_in_words_that_do_not_change_from_try_to_try() {
    Snapshot<ConfigMap> first = empty.with(List.of(answer(create("a"), quota("a", 3))));
    Snapshot<ConfigMap> second = empty.with(List.of(answer(create("bcd"), quota("bcd", 5))));

    assertThat(first.failures().reasons()).isEqualTo(second.failures().reasons());
    assertThat(first.failures().reasons().getFirst().description())
        .isEqualTo("pods is forbidden: exceeded quota: q, requested: pods=1, limited: pods=5");
  }

  @Test
  void a_list_replaces_what_the_cache_held_absence_included() {
    Pod cached = labelled("a");
    Pod live = labelled("b");
    LiveRead list = new LiveRead.ListOf(Pod.class, "n", Map.of("l", "v"));
    Snapshot<ConfigMap> before = Snapshot.of(primary, Observed.of(List.of(cached, pod("other"))));

    Snapshot<ConfigMap> after =
        before.with(
            List.of(
                answer(new Action.Read(List.of(list), PURPOSE), new Outcome.Found(List.of(live)))));

    assertThat(after.observed().all(Pod.class)).containsExactlyInAnyOrder(live, pod("other"));
    assertThat(after.live()).containsExactly(list);
  }

  @Test
  void is_confirmed_by_an_answer_that_shows_the_primary() {
    Snapshot<ConfigMap> after = read(primary);

    assertThat(after.primaryIsLive()).isTrue();
    assertThat(after.primaryIsStale()).isFalse();
  }

  @Test
  void ends_the_reconcile_when_the_primary_has_gone() {
    assertThat(read().primaryIsStale()).isTrue();
  }

  @Test
  void ends_the_reconcile_when_another_primary_has_taken_the_name() {
    ConfigMap next =
        new ConfigMapBuilder(primary).editMetadata().withUid("u2").endMetadata().build();

    assertThat(read(next).primaryIsStale()).isTrue();
  }

  private Snapshot<ConfigMap> read(ConfigMap... found) {
    LiveRead get = new LiveRead.Get(ObjectKey.of(primary));
    return empty.with(
        List.of(answer(new Action.Read(List.of(get), PURPOSE), new Outcome.Found(List.of(found)))));
  }

  private static Outcome quota(String name, int used) {
    return new Outcome.Refused(
        403,
        "pods \"%s\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=%d, limited: pods=5"
            .formatted(name, used));
  }

  private static Outcome namespaceEnds(String name) {
    return new Outcome.NamespaceTerminating(
        "pods \"%s\" is forbidden: unable to create new content in namespace n because it is being terminated"
            .formatted(name));
  }

  private static Answer answer(Action action, Outcome outcome) {
    return new Answer(action, outcome);
  }

  private static Action create(String name) {
    return new Action.Create(pod(name), PURPOSE);
  }

  private static Action delete(String name) {
    return new Action.Delete(new ObjectKey(Pod.class, "n", name), "u-" + name, null, PURPOSE);
  }

  private static Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("n")
        .withName(name)
        .endMetadata()
        .build();
  }

  private static Pod labelled(String name) {
    return new PodBuilder(pod(name)).editMetadata().addToLabels("l", "v").endMetadata().build();
  }

  private static OwnerReference owner(String kind, String name, String uid) {
    return new OwnerReferenceBuilder()
        .withKind(kind)
        .withName(name)
        .withUid(uid)
        .withController(true)
        .build();
  }
}
