package dev.coppice.core.subgroup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** As LeaderWorkerSet has them, of other texts than ours. */
  @ParameterizedTest
  @CsvSource({
    "default/test-sample,         95e88034e460983f51a9952fe128729fbc0663b5",
    "leaderworkerset/test-sample, 39f5d7e9122b9d94d3932e3720b43fd3b56347e8",
    "default/lws-0,               9f7c49a9534189e737848b962d712086e1d5dfd8",
    "lws-0/0,                     64d26fbc1313c4f19359835dc0314b7986243248",
    "lws-0/1,                     9a04e952f5fa14ba00dc528e168e7eca4cbfa81d",
  })
  void hashes_are_those_of_others(String text, String key) {
    assertThat(GroupName.sha1(text)).isEqualTo(key);
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
