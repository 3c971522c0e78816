package dev.coppice.testkit.plane;

/** A control plane that cannot be had; the message says which part failed and shows its log. */
public final class ControlPlaneException extends RuntimeException {

  public ControlPlaneException(String message) {
    super(message);
  }

  public ControlPlaneException(String message, Throwable cause) {
    super(message, cause);
  }
}
