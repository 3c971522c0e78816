package dev.coppice.core.subgroup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GroupNameTest {

  @Test
  void keys_are_hashes_of_namespace_kind_name_and_index() {
    GroupName clique = GroupName.ofPodClique("default", "train-0-worker");
    GroupName replica = GroupName.ofReplica("default", "llm-0-tpu", 0);

    assertThat(clique.key()).isEqualTo("e97ed2b8e914aa8c7e9f48cad2d1f75109fa1d51");
    assertThat(clique.key(1)).isEqualTo("1a41ddb1a554cff55ae3f8bed9a2212a46ec5e5e");
    assertThat(replica.key()).isEqualTo("544990bfccee73b15c4b20857f43bdf026c62731");
    assertThat(replica.key(0)).isEqualTo("b17ef3b33b12f8ae93d744ec4dbbcb23d538baf6");
    assertThat(replica.key(1)).isEqualTo("0d236737f53e54c4693bea33a7edae9b564f0f18");
  }

  @Test
  void no_two_groups_share_a_key() {
    assertThat(GroupName.ofPodClique("n", "s-0-g-0").key())
        .isNotEqualTo(GroupName.ofReplica("n", "s-0-g", 0).key());
    assertThat(GroupName.ofPodClique("n", "a-1").key(12))
        .isNotEqualTo(GroupName.ofPodClique("n", "a-11").key(2));
    assertThat(GroupName.ofPodClique("n", "a").key())
        .isNotEqualTo(GroupName.ofPodClique("m", "a").key());
  }
}
