package dev.coppice.testkit;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder for what nobody may see before it is complete; closed, it is gone.
 *
 * @param path beside the place that its content is for
 */
record DraftFolder(Path path) implements AutoCloseable {

  private static final String PREFIX = "draft-";

  static DraftFolder in(Path parent) throws IOException {
    return new DraftFolder(Files.createTempDirectory(Files.createDirectories(parent), PREFIX));
  }

  /** Removes what JVMs left that were killed over it; only for who knows that none is in use. */
  static void removeAll(Path parent) throws IOException {
    List<Path> drafts;
    try (Stream<Path> files = Files.list(parent)) {
      drafts = files.filter(file -> file.getFileName().toString().startsWith(PREFIX)).toList();
    }
    for (Path draft : drafts) {
      new DraftFolder(draft).close();
    }
  }

  /** Gives it its name, unless a folder of that name is there already. */
  void publish(Path folder) throws IOException {
    try {
      Files.move(path, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    List<Path> deepestFirst;
    try (Stream<Path> files = Files.walk(path)) {
      deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : deepestFirst) {
      Files.deleteIfExists(file);
    }
  }
}
