package dev.coppice.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MissingIndicesTest {

  private final MissingIndices missing = new MissingIndices();

  @Test
  void an_index_is_missing_from_when_its_pod_goes() {
    assertThat(missing.noteGoing("0")).isEmpty();
    assertThat(missing.noteGoing("2")).containsExactly("0");
    assertThat(missing.noteGoing("1")).containsExactly("0", "2");
  }

  @Test
  void an_index_is_no_longer_missing_when_a_pod_of_it_is_ready() {
    missing.noteGoing("0");
    missing.noteReady("1");
    missing.noteReady("0");

    assertThat(missing.noteGoing("1")).isEmpty();
  }

  @Test
  void an_index_does_not_wait_for_itself() {
    missing.noteGoing("0");

    assertThat(missing.noteGoing("0")).isEmpty();
  }

  @Test
  void an_index_is_given_up_when_as_many_others_are_ready_as_are_asked_for() {
    missing.noteGoing("0");
    missing.giveUp(List.of("1", "2"), 2);

    assertThat(missing.noteGoing("1")).isEmpty();
  }

  @Test
  void an_index_is_not_given_up_for_its_own_pods() {
    missing.noteGoing("0");
    missing.giveUp(List.of("0", "1"), 2);

    assertThat(missing.noteGoing("1")).containsExactly("0");
  }
}
