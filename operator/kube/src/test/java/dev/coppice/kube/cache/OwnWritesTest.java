package dev.coppice.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OwnWritesTest {

  private final Caches caches =
      new Caches(new SimpleMeterRegistry(), Set.of(PodCliqueSet.class, PodClique.class));
  private final OwnWrites own = new OwnWrites(Set.of(PodClique.class), caches);
  private final OwnWrites ofAnother = new OwnWrites(Set.of(PodClique.class), caches);

  @BeforeEach
  void heard() {
    caches.of(PodClique.class).put("ns/q", clique("7", 0));
  }

  @Test
  void a_status_that_this_controller_wrote_brings_no_reconcile() {
    own.take(clique("8", 1));

    assertThat(own.wakes(clique("8", 1), clique("7", 0))).isFalse();
  }

  @Test
  void a_status_that_another_controller_wrote_brings_a_reconcile() {
    ofAnother.take(clique("8", 1));

    assertThat(own.wakes(clique("8", 1), clique("7", 0))).isTrue();
  }

  @Test
  void a_status_that_somebody_else_wrote_brings_a_reconcile() {
    own.take(clique("8", 1));

    assertThat(own.wakes(clique("9", 2), clique("8", 1))).isTrue();
  }

  @Test
  void a_write_without_any_difference_brings_no_reconcile() {
    assertThat(own.wakes(clique("8", 1), clique("7", 1))).isFalse();
  }

  @Test
  void a_request_brings_a_reconcile_whoever_wrote_last() {
    PodClique scaled = clique("8", 1);
    scaled.getMetadata().setGeneration(2L);
    own.take(scaled);

    assertThat(own.wakes(scaled, clique("7", 1))).isTrue();
  }

  @Test
  void what_is_gone_is_forgotten() {
    own.take(clique("8", 1));
    own.forget(clique("8", 1));

    assertThat(own.wakes(clique("8", 1), clique("7", 0))).isTrue();
  }

  @Test
  void nothing_is_noted_of_what_is_gone_already() {
    caches.of(PodClique.class).remove("ns/q");
    own.forget(clique("8", 1));
    own.take(clique("8", 1));

    assertThat(own.wakes(clique("8", 1), clique("7", 0))).isTrue();
  }

  @Test
  void the_event_of_a_version_that_a_reconcile_knows_shows_nothing_new() {
    own.take(clique("8", 1));

    assertThat(own.forgetsWith(clique("7", 0))).isTrue();
    assertThat(own.forgetsWith(clique("8", 1))).isTrue();
    assertThat(own.forgetsWith(clique("9", 2))).isFalse();
  }

  @Test
  void nothing_is_remembered_after_the_event() {
    own.take(clique("8", 1));
    own.forgetsWith(clique("8", 1));

    assertThat(own.forgetsWith(clique("8", 1))).isFalse();
  }

  @Test
  void the_latest_of_two_answers_counts_in_whatever_order_they_come() {
    own.take(clique("9", 2));
    own.take(clique("8", 1));

    assertThat(own.forgetsWith(clique("9", 2))).isTrue();
  }

  @Test
  void what_the_controller_does_not_watch_is_left_to_the_reconcile() {
    PodCliqueSet read = new PodCliqueSet();
    read.setMetadata(clique("8", 1).getMetadata());
    own.take(read);

    assertThat(own.forgetsWith(read)).isFalse();
    assertThat(caches.of(PodCliqueSet.class).current(read)).isEmpty();
  }

  private static PodClique clique(String version, int ready) {
    PodClique clique = new PodClique();
    clique.getMetadata().setNamespace("ns");
    clique.getMetadata().setName("q");
    clique.getMetadata().setUid("uid");
    clique.getMetadata().setResourceVersion(version);
    clique.getMetadata().setGeneration(1L);
    clique.setStatus(PodCliqueStatusBuilder.builder().readyReplicas(ready).build());
    return clique;
  }
}
