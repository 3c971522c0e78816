package dev.coppice.e2e;

import static dev.coppice.e2e.Updates.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.recorder.Recorder;
import java.time.Duration;
import java.time.Instant;

/** Looks whether the operator is at rest when its objects are. */
public final class AtRest {

  /** Longer than words may stay unwritten that change alone. */
  static final Duration ALL_IS_TOLD = Duration.ofSeconds(11);

  private static final Duration A_WHILE = Duration.ofSeconds(5);

  private AtRest() {}

  /** Waits until nothing changes any more, and sees that nobody writes what changes nothing. */
  public static void assertWritesNothing(
      ControlPlane plane, TestNamespace namespace, Recorder recorder) {
    assertThat(recorder.rest().await(ALL_IS_TOLD, PATIENCE)).isPresent();
    Instant from = Instant.now();
    assertThat(recorder.rest().fromNow().await(A_WHILE, PATIENCE)).isPresent();
    assertThat(writes(plane, namespace).between(from, Instant.now())).returns(0, Writes::count);
  }

  /** What the operator has written in a namespace. */
  static Writes writes(ControlPlane plane, TestNamespace namespace) {
    return Writes.in(plane.auditLog()).by(PlaneUser.OPERATOR).inNamespace(namespace.name());
  }
}
