package dev.coppice.core.pod;

/**
 * What an administrator decides about pods.
 *
 * @param startupImage image with a shell, for the init container that waits for a clique's parents
 */
public record PodSettings(String startupImage) {

  /** What holds where nothing is configured. */
  public static final PodSettings DEFAULTS = new PodSettings("busybox:1.37");
}
