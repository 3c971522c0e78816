package dev.coppice.core.exclusive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.GroupDomain;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A group of four pods in two subgroups, and every state that a crash can leave it in. */
class AnchorTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # What is there           | recorded | pods                                             | decision             | openings
          the leader goes first     | 0:-      | 0:gated:0:- 1:gated:0:- 2:gated:0:-              | settled              | 0:anywhere 1:leader_unbound 2:leader_unbound
          it looks for a node       | 0:-      | 0:released:0:- 1:gated:0:- 2:gated:0:-           | settled              | 1:leader_unbound 2:leader_unbound
          it has one                | 0:-      | 0:bound:0:A 1:gated:0:- 2:gated:0:-              | record 0:A           | 1:leader_unbound 2:leader_unbound
          which is written down     | 0:A      | 0:bound:0:A 1:gated:0:- 2:gated:0:-              | settled              | 1:A 2:A
          some were let go          | 0:A      | 0:bound:0:A 1:released:0:A 2:gated:0:-           | settled              | 2:A
          all are there             | 0:A      | 0:bound:0:A 1:bound:0:A 2:bound:0:A              | settled              | ''
          the node has no label     | 0:-      | 0:bound:0:- 1:gated:0:-                          | settled              | 1:label_missing
          it has lost its label     | 0:A      | 0:bound:0:- 1:gated:0:-                          | settled              | 1:label_missing
          so have all others        | 0:-      | 0:gated:0:- 1:bound:0:- 2:gated:0:-              | settled              | 0:label_missing 2:label_missing
          but another node has it   | 0:A      | 0:bound:0:- 1:gated:0:- 2:bound:0:A              | settled              | 1:A
          the leader comes back     | 0:A      | 0:gated:0:- 1:bound:0:A 2:gated:0:-              | settled              | 0:A 2:A
          the leader is excluded    | 0:A      | 1:bound:0:A 3:gated:0:-                          | settled              | 3:A
          """)
  void rules_1_and_2_the_leader_chooses_and_the_others_follow(
      String what, String recorded, String pods, String decision, String openings) {
    verify(what, recorded, pods, decision, openings);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # What is there           | recorded | pods                                             | decision             | openings
          nobody is bound           | 0:A      | 0:gated:0:- 1:gated:0:- 2:released:0:A           | epoch 1              | 0:leader_unbound 1:leader_unbound
          nobody is there           | 0:A      | ''                                               | epoch 1              | ''
          the last one goes         | 0:A      | 0:leaving:0:A 1:gated:0:-                        | epoch 1              | 1:old_pods
          what is left is stuck     | 0:A      | 0:gated:0:- 1:gated:0:- 2:stuck:0:A              | settled              | 0:A 1:leader_unbound
          stuck after it was lost   | 1:-      | 0:gated:1:- 1:gated:1:- 2:stuck:0:A              | record 1:A           | 0:leader_unbound 1:leader_unbound
          stuck in another domain   | 1:B      | 0:gated:1:- 2:stuck:0:A                          | epoch 2              | 0:leader_unbound
          stuck where nobody knows  | 0:A      | 0:gated:0:- 2:stuck:0:-                          | epoch 1              | 0:leader_unbound
          it is written down        | 1:-      | 0:gated:0:- 1:gated:1:- 2:released:0:A           | older 0,2            | 0:leader_unbound 1:leader_unbound
          one of before was bound   | 1:-      | 0:gated:1:- 2:bound:0:A                          | older 2              | 0:leader_unbound
          one of before goes        | 1:-      | 0:gated:1:- 1:gated:1:- 2:leaving:0:A            | settled              | 0:old_pods 1:old_pods
          all of before are gone    | 1:-      | 0:gated:1:- 1:gated:1:-                          | settled              | 0:anywhere 1:leader_unbound
          it was found again        | 1:-      | 0:bound:1:B 1:gated:1:-                          | record 1:B           | 1:leader_unbound
          a leader is made late     | 1:B      | 0:bound:1:B 1:gated:0:-                          | older 1              | 1:leader_unbound
          the record is lost        | 0:-      | 0:gated:0:- 1:bound:2:A                          | epoch 2              | 0:leader_unbound
          the epoch is back         | 2:-      | 0:gated:0:- 1:bound:2:A                          | older 0              | 0:leader_unbound
          so is the domain          | 2:-      | 0:gated:2:- 1:bound:2:A                          | record 2:A           | 0:leader_unbound
          a job has done its work   | 0:A      | 0:succeeded:0:A 1:gated:0:-                      | settled              | 1:A
          it has, but nobody wrote  | 0:-      | 0:succeeded:0:A 1:gated:0:-                      | record 0:A           | 1:leader_unbound
          """)
  void rule_3_a_group_that_has_lost_its_domain_looks_for_another(
      String what, String recorded, String pods, String decision, String openings) {
    verify(what, recorded, pods, decision, openings);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # What is there           | recorded | pods                                             | decision             | openings
          the smaller side goes     | 0:A      | 0:bound:0:A 1:bound:0:B 2:bound:0:B              | split B without 0    | ''
          of two the later one goes | 0:B      | 0:bound:0:A 1:bound:0:B                          | split A without 1    | ''
          two smaller sides go      | 0:A      | 0:bound:0:A 1:bound:0:A 2:bound:0:B 3:bound:0:C  | split A without 2,3  | ''
          it is written down anew   | 0:A      | 1:bound:0:B 2:gated:0:-                          | record 0:B           | 2:leader_unbound
          one would go elsewhere    | 0:A      | 0:bound:0:A 1:released:0:B 2:gated:0:-           | split A without 1    | 2:leader_unbound
          a node without the label  | 0:A      | 0:bound:0:A 1:bound:0:-                          | settled              | ''
          one chose for itself      | 0:A      | 0:bound:0:A 1:gated:0:B                          | settled              | 1:other_selector
          made before all this      | 0:A      | 0:bound:-:A 1:bound:-:B 2:gated:0:-              | settled              | 2:A
          """)
  void rule_4_a_group_in_two_domains_gives_up_the_smaller_part(
      String what, String recorded, String pods, String decision, String openings) {
    verify(what, recorded, pods, decision, openings);
  }

  private static void verify(
      String what, String recorded, String pods, String decision, String openings) {
    Anchor anchor = GroupText.anchor(recorded, pods);

    assertThat(GroupText.text(anchor.decision())).as(what).isEqualTo(decision);
    assertThat(GroupText.openings(anchor)).isEqualTo(openings);
  }

  @ParameterizedTest
  @CsvSource({
    "1:leaving:0:A 1:gated:0:- 2:bound:0:A, 1:old_pods",
    "3:leaving:0:A 1:gated:0:- 2:bound:0:A, 1:anywhere",
    "3:leaving:0:A 1:gated:0:-,             1:old_pods",
    "1:stuck:0:A 1:gated:0:- 2:bound:0:A,   1:anywhere"
  })
  void old_pods_hold_those_of_their_subgroup_and_the_last_ones_everybody(
      String pods, String openings) {
    Anchor anchor = GroupText.anchor("0:-", pods);
    Anchor sharing = new Anchor(GroupDomain.NONE, null, anchor.pods());

    assertThat(GroupText.text(sharing.decision())).isEqualTo("settled");
    assertThat(GroupText.openings(sharing)).isEqualTo(openings);
  }

  @Test
  void no_pod_is_made_for_a_domain_that_is_given_up() {
    assertThat(GroupText.anchor("0:A", "").takesPods()).isFalse();
    assertThat(GroupText.anchor("1:-", "").takesPods()).isTrue();
    assertThat(new Anchor(GroupDomain.NONE, null, List.of()).takesPods()).isTrue();
  }
}
