package dev.coppice.testkit.process;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The source tree that the test kit runs from.
 *
 * @param root its top folder
 */
public record Checkout(Path root) {

  private static final String LANDMARK = "hack/tools/build";

  /** The checkout around the working directory. */
  public static Checkout find() {
    for (@Nullable Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve(LANDMARK))) {
        return new Checkout(at);
      }
    }
    throw new IllegalStateException(
        "no checkout of Coppice around " + Path.of("").toAbsolutePath());
  }

  /** A file or folder below the root. */
  public Path resolve(String path) {
    return root.resolve(path);
  }
}
