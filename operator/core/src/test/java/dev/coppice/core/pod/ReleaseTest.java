package dev.coppice.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.SchedulingGates;
import dev.coppice.core.reconcile.Action;
import org.junit.jupiter.api.Test;

class ReleaseTest {

  private static final Release NOTHING = new Release(false, false);
  private static final Release SCHEDULING = new Release(true, false);
  private static final Release STARTUP = new Release(false, true);
  private static final Release BOTH = new Release(true, true);

  private static TestPod held() {
    TestPod pod = TestPod.pending(0).gated();
    pod.builder()
        .editMetadata()
        .addToAnnotations(Annotations.STARTUP_RELEASED, "")
        .endMetadata()
        .editSpec()
        .addNewSchedulingGate(SchedulingGates.POD_GANG_PENDING_CREATION)
        .endSpec();
    return pod;
  }

  private static Action.Patch patch(Release release, TestPod pod) {
    return (Action.Patch) release.patch(pod.state()).orElseThrow();
  }

  @Test
  void leaves_a_pod_alone_that_is_to_wait() {
    assertThat(NOTHING.patch(held().state())).isEmpty();
  }

  @Test
  void leaves_a_pod_alone_that_waits_for_nothing() {
    assertThat(BOTH.patch(TestPod.pending(0).gated().state())).isEmpty();
  }

  @Test
  void takes_away_its_own_gate_only() {
    Action.Patch patch = patch(SCHEDULING, held());

    assertThat(patch.operations())
        .hasToString(
            "[{\"op\":\"test\",\"path\":\"/spec/schedulingGates/1/name\","
                + "\"value\":\"grove.io/podgang-pending-creation\"},"
                + "{\"op\":\"remove\",\"path\":\"/spec/schedulingGates/1\"}]");
    assertThat(patch.uid()).isEqualTo("pod-0");
    assertThat(patch.purpose().errorCode()).isEqualTo(ErrorCodes.REMOVE_POD_SCHEDULING_GATE);
  }

  @Test
  void changes_its_own_annotation_only() {
    Action.Patch patch = patch(STARTUP, held());

    assertThat(patch.operations())
        .hasToString(
            "[{\"op\":\"add\",\"path\":\"/metadata/annotations/grove.io~1startup-released\","
                + "\"value\":\"true\"}]");
    assertThat(patch.purpose().errorCode()).isEqualTo(ErrorCodes.RELEASE_POD_STARTUP);
  }

  @Test
  void needs_one_patch_for_both() {
    assertThat(patch(BOTH, held()).operations()).hasSize(3);
  }
}
