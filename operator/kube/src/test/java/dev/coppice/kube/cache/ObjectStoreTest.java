package dev.coppice.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is shown after every order in which events and answers may come. */
class ObjectStoreTest {

  private static final String KEY = "ns/a";

  private final ObjectStore<ConfigMap> store =
      new Caches(new SimpleMeterRegistry(), Set.of()).of(ConfigMap.class);

  @BeforeEach
  void index() {
    store.index(Relation.naming("team")::ofOther);
  }

  @Test
  void shows_an_answer_until_its_event_has_come() {
    heard(map("old", 1, "red"));
    store.take(map("old", 2, "blue"));

    assertThat(shown()).contains("old 2");
    assertThat(store.get(KEY)).returns("1", held -> held.getMetadata().getResourceVersion());
    assertThat(in("red")).isEmpty();
    assertThat(in("blue")).containsExactly("old 2");

    assertThat(heard(map("old", 2, "blue"))).contains("old 1");
    assertThat(heard(map("old", 3, "red"))).contains("old 2");
    assertThat(shown()).contains("old 3");
    assertThat(in("blue")).isEmpty();
    assertThat(in("red")).containsExactly("old 3");
  }

  @Test
  void shows_what_was_made_before_its_event_has_come() {
    store.take(map("new", 1, "red"));

    assertThat(shown()).contains("new 1");
    assertThat(in("red")).containsExactly("new 1");
    assertThat(store.get(KEY)).isNull();
    assertThat(store.all()).hasSize(1);

    assertThat(heard(map("new", 1, "red"))).isEmpty();
    assertThat(store.all()).hasSize(1);
  }

  @Test
  void an_answer_that_comes_after_the_event_changes_nothing() {
    heard(map("old", 3, "red"));
    store.take(map("old", 2, "blue"));
    store.take(map("old", 3, "blue"));

    assertThat(shown()).contains("old 3");
    assertThat(in("blue")).isEmpty();
  }

  @Test
  void the_newest_of_two_answers_is_shown_in_whatever_order_they_come() {
    heard(map("old", 1, "red"));
    store.take(map("old", 3, "blue"));
    store.take(map("old", 2, "green"));

    assertThat(shown()).contains("old 3");

    heard(map("old", 2, "green"));

    assertThat(shown()).contains("old 3");
    assertThat(in("green")).isEmpty();
    assertThat(in("blue")).containsExactly("old 3");
  }

  @Test
  void an_answer_that_comes_after_the_deletion_brings_nothing_back() {
    heard(map("old", 1, "red"));
    gone();
    store.take(map("old", 2, "red"));

    assertThat(shown()).isEmpty();
    assertThat(in("red")).isEmpty();
  }

  @Test
  void the_deletion_takes_along_the_answer_about_the_same_object() {
    heard(map("old", 1, "red"));
    store.take(map("old", 2, "red"));

    assertThat(gone()).contains("old 1");
    assertThat(shown()).isEmpty();
    assertThat(in("red")).isEmpty();
  }

  @Test
  void the_answer_to_a_deletion_is_shown_until_the_object_is_gone() {
    heard(map("old", 1, "red"));
    ConfigMap terminating = map("old", 2, "red");
    terminating.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
    store.take(terminating);

    assertThat(store.all()).singleElement().matches(ConfigMap::isMarkedForDeletion);

    heard(terminating);
    gone();

    assertThat(shown()).isEmpty();
  }

  @Test
  void the_deletion_of_an_old_object_leaves_the_new_one_of_its_name() {
    heard(map("old", 1, "red"));
    store.take(map("new", 3, "blue"));
    assertThat(shown()).contains("new 3");

    assertThat(heard(map("old", 2, "red"))).contains("old 1");
    assertThat(shown()).contains("new 3");
    assertThat(in("red")).isEmpty();

    assertThat(gone()).contains("old 2");
    assertThat(shown()).contains("new 3");
    assertThat(in("blue")).containsExactly("new 3");

    heard(map("new", 3, "blue"));
    gone();
    assertThat(shown()).isEmpty();
  }

  @Test
  void an_answer_about_an_old_object_does_not_hide_the_new_one_of_its_name() {
    heard(map("old", 1, "red"));
    gone();
    heard(map("new", 3, "blue"));
    store.take(map("old", 2, "red"));

    assertThat(shown()).contains("new 3");

    gone();
    store.take(map("old", 2, "red"));
    store.take(map("new", 4, "blue"));
    assertThat(shown()).isEmpty();
  }

  @Test
  void an_old_object_that_a_list_has_replaced_by_a_new_one_does_not_come_back() {
    heard(map("old", 1, "red"));
    assertThat(heard(map("new", 3, "blue"))).contains("old 1");
    gone();
    store.take(map("old", 2, "red"));

    assertThat(shown()).isEmpty();
  }

  @Test
  void answers_about_an_object_that_has_come_back_are_shown() {
    heard(map("old", 1, "red"));
    gone();
    heard(map("old", 3, "red"));
    store.take(map("old", 4, "blue"));

    assertThat(shown()).contains("old 4");
  }

  @Test
  void current_is_the_very_object_that_was_asked_for() {
    heard(map("old", 1, "red"));
    assertThat(store.current(map("old", 9, "red"))).isPresent();

    store.take(map("new", 3, "red"));
    assertThat(store.current(map("old", 9, "red"))).isEmpty();
  }

  @Test
  void a_list_drops_what_is_not_in_it() {
    heard(map("old", 1, "red"));

    relist();

    assertThat(shown()).isEmpty();
  }

  @Test
  void a_list_that_skips_a_version_which_was_shown_wakes_as_a_new_object_does() {
    heard(map("old", 1, "red"));
    store.take(map("old", 2, "blue"));

    assertThat(heard(map("old", 3, "red"))).isEmpty();
    assertThat(shown()).contains("old 3");
    assertThat(in("red")).containsExactly("old 3");
    assertThat(in("blue")).isEmpty();
  }

  @Test
  void what_was_made_and_went_while_the_watch_was_broken_goes_with_the_list() {
    store.take(map("new", 2, "red"));
    ConfigMap other = map("other", 3, "red");
    other.getMetadata().setName("b");

    relist(other);

    assertThat(shown()).isEmpty();
    store.take(map("new", 2, "red"));
    assertThat(shown()).isEmpty();
  }

  @Test
  void what_took_the_name_and_went_while_the_watch_was_broken_goes_with_the_list() {
    heard(map("old", 1, "red"));
    store.take(map("new", 2, "blue"));
    ConfigMap other = map("other", 3, "red");
    other.getMetadata().setName("b");

    relist(other);

    assertThat(shown()).isEmpty();
    assertThat(in("blue")).isEmpty();
  }

  @Test
  void what_was_made_after_the_list_stays() {
    ConfigMap other = map("other", 3, "red");
    other.getMetadata().setName("b");
    store.take(map("new", 4, "blue"));

    relist(other);

    assertThat(shown()).contains("new 4");
  }

  @Test
  void what_the_informer_never_hears_of_is_not_taken() {
    ConfigMap foreign = map("foreign", 1, "red");
    foreign.getMetadata().getLabels().remove(Labels.MANAGED_BY);
    store.take(foreign);

    assertThat(shown()).isEmpty();
  }

  @Test
  void tells_every_listener_of_what_the_informer_heard() {
    List<String> told = new ArrayList<>();
    store.listen((before, now) -> told.add("one"));
    store.listen((before, now) -> told.add("other"));

    store.notifyListeners(null, map("old", 1, "red"));

    assertThat(told).containsExactly("one", "other");
  }

  @Test
  void finds_an_object_at_every_moment_in_which_it_is_updated() throws InterruptedException {
    heard(map("old", 1, "red"));
    Thread updates =
        Thread.startVirtualThread(() -> {
          for (int version = 2; version < 20_000; version++) {
            heard(map("old", version, version % 2 == 0 ? "blue" : "red"));
          }
        });

    while (updates.isAlive()) {
      assertThat(store.find(Set.of(key("red"), key("blue")))).hasSize(1);
    }
    updates.join();
  }

  private Optional<String> heard(ConfigMap map) {
    return Optional.ofNullable(store.put(store.getKey(map), map)).map(ObjectStoreTest::text);
  }

  private Optional<String> gone() {
    return Optional.ofNullable(store.remove(KEY)).map(ObjectStoreTest::text);
  }

  // As the client does it.
  private void relist(ConfigMap... standing) {
    List<String> keys = new ArrayList<>();
    for (ConfigMap map : standing) {
      heard(map);
      keys.add(store.getKey(map));
    }
    store.values().map(store::getKey).filter(key -> !keys.contains(key)).forEach(store::remove);
  }

  private Optional<String> shown() {
    return store.all().stream()
        .map(ObjectStoreTest::text)
        .filter(t -> !t.startsWith("other"))
        .findFirst();
  }

  private List<String> in(String team) {
    return store.find(Set.of(key(team))).stream().map(ObjectStoreTest::text).toList();
  }

  private static IndexKey key(String team) {
    return new IndexKey("team", "ns", team);
  }

  private static String text(ConfigMap map) {
    return map.getMetadata().getUid() + " " + map.getMetadata().getResourceVersion();
  }

  private static ConfigMap map(String uid, int version, String team) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName("a")
        .withUid(uid)
        .withResourceVersion(Integer.toString(version))
        .addToLabels("team", team)
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGER)
        .endMetadata()
        .build();
  }
}
