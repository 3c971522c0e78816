package dev.coppice.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import org.junit.jupiter.api.Test;

class OwnWritesTest {

  private final OwnWrites own = new OwnWrites();

  @Test
  void a_status_that_this_process_wrote_brings_no_pass() {
    own.note(clique("8", 1), () -> true);

    assertThat(own.matters(clique("8", 1), clique("7", 0))).isFalse();
  }

  @Test
  void a_status_that_somebody_else_wrote_brings_a_pass() {
    own.note(clique("8", 1), () -> true);

    assertThat(own.matters(clique("9", 2), clique("8", 1))).isTrue();
  }

  @Test
  void a_write_without_any_difference_brings_no_pass() {
    assertThat(own.matters(clique("8", 1), clique("7", 1))).isFalse();
  }

  @Test
  void a_request_brings_a_pass_whoever_wrote_last() {
    PodClique scaled = clique("8", 1);
    scaled.getMetadata().setGeneration(2L);
    own.note(scaled, () -> true);

    assertThat(own.matters(scaled, clique("7", 1))).isTrue();
  }

  @Test
  void what_is_gone_is_forgotten() {
    own.note(clique("8", 1), () -> true);
    own.forget(clique("8", 1));

    assertThat(own.matters(clique("8", 1), clique("7", 0))).isTrue();
  }

  @Test
  void nothing_is_noted_of_what_is_gone_already() {
    own.forget(clique("8", 1));
    own.note(clique("8", 1), () -> false);

    assertThat(own.matters(clique("8", 1), clique("7", 0))).isTrue();
  }

  private static PodClique clique(String version, int ready) {
    PodClique clique = new PodClique();
    clique.getMetadata().setUid("uid");
    clique.getMetadata().setResourceVersion(version);
    clique.getMetadata().setGeneration(1L);
    clique.setStatus(PodCliqueStatusBuilder.builder().readyReplicas(ready).build());
    return clique;
  }
}
