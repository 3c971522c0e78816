package dev.coppice.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.clique.PodFailureBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatus;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.status.LastError;
import dev.coppice.api.status.LastErrorBuilder;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportsTest {

  private static final List<LastError> QUOTA =
      List.of(
          LastErrorBuilder.builder()
              .code("ERR")
              .description("quota")
              .observedAt(Instant.EPOCH)
              .build());

  @Test
  void of_a_clique_differ_in_its_counts() {
    PodClique now = clique(PodCliqueStatusBuilder.builder().readyReplicas(1).build());

    assertThat(Reports.differ(now, clique(PodCliqueStatus.EMPTY))).isTrue();
  }

  @Test
  void of_a_clique_differ_in_the_placement_that_cannot_come_about() {
    PodClique now = clique(PodCliqueStatusBuilder.builder().boundOutside("x-0-abcde").build());

    assertThat(Reports.differ(now, clique(PodCliqueStatus.EMPTY))).isTrue();
  }

  @Test
  void of_a_clique_differ_in_what_it_failed_at() {
    PodClique now = clique(PodCliqueStatusBuilder.builder().lastErrors(QUOTA).build());

    assertThat(Reports.differ(now, clique(PodCliqueStatus.EMPTY))).isTrue();
  }

  @Test
  void of_a_clique_do_not_differ_in_which_of_its_pods_failed() {
    PodClique now =
        clique(
            PodCliqueStatusBuilder.builder()
                .podFailures(
                    List.of(
                        PodFailureBuilder.builder()
                            .index(0)
                            .count(1)
                            .lastFailureTime(Instant.EPOCH)
                            .podUid("uid")
                            .build()))
                .build());

    assertThat(Reports.differ(now, clique(PodCliqueStatus.EMPTY))).isFalse();
  }

  @Test
  void of_a_group_differ_in_its_counts() {
    PodCliqueScalingGroup now =
        group(PodCliqueScalingGroupStatusBuilder.builder().availableReplicas(1).build());

    assertThat(Reports.differ(now, group(PodCliqueScalingGroupStatus.EMPTY))).isTrue();
  }

  @Test
  void of_a_group_differ_in_what_it_failed_at() {
    PodCliqueScalingGroup now =
        group(PodCliqueScalingGroupStatusBuilder.builder().lastErrors(QUOTA).build());

    assertThat(Reports.differ(now, group(PodCliqueScalingGroupStatus.EMPTY))).isTrue();
  }

  @Test
  void of_a_set_differ_in_the_hash_of_its_templates() {
    assertThat(Reports.differ(set("v1-b", 1), set("v1-a", 1))).isTrue();
  }

  @Test
  void of_a_set_do_not_differ_in_its_counts() {
    assertThat(Reports.differ(set("v1-a", 2), set("v1-a", 1))).isFalse();
  }

  private static PodClique clique(PodCliqueStatus status) {
    PodClique clique = new PodClique();
    clique.setStatus(status);
    return clique;
  }

  private static PodCliqueScalingGroup group(PodCliqueScalingGroupStatus status) {
    PodCliqueScalingGroup group = new PodCliqueScalingGroup();
    group.setStatus(status);
    return group;
  }

  private static PodCliqueSet set(String hash, int available) {
    PodCliqueSet set = new PodCliqueSet();
    set.setStatus(
        PodCliqueSetStatusBuilder.builder()
            .currentGenerationHash(hash)
            .availableReplicas(available)
            .build());
    return set;
  }
}
