package dev.coppice.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The classes of a build as the JVM has them after a start (AOT cache): the next start takes two
 * thirds of the processor time, that of the webhook less than half. It is there as a whole or not
 * at all.
 *
 * @param file in the folder of the build's jars
 */
record OperatorArchive(Path file) {

  private static final String SUFFIX = ".aot";
  private static final String LOCK = "archive.lock";

  /** What makes a JVM start from it; nothing as long as it is not there. */
  List<String> flags() {
    // A JVM that cannot use it does without: nothing that the operator's log should tell.
    return Files.exists(file)
        ? List.of("-XX:AOTCache=" + file, "-Xlog:aot*=off,cds*=off")
        : List.of();
  }

  /**
   * Makes it, unless it is there or somebody else is at it.
   *
   * @param training lets a JVM write one to a file
   * @param usable whether a JVM starts from a file
   */
  void make(Consumer<Path> training, Predicate<Path> usable) {
    try (FileChannel channel =
            FileChannel.open(
                file.resolveSibling(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        @Nullable FileLock lock = channel.tryLock()) {
      if (lock != null && !Files.exists(file)) {
        makeAlone(training, usable);
      }
    } catch (OverlappingFileLockException e) {
      // Another thread of this JVM is at it.
      return;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + file, e);
    }
  }

  private void makeAlone(Consumer<Path> training, Predicate<Path> usable) throws IOException {
    DraftFolder.removeAll(folder());
    try (DraftFolder drafts = DraftFolder.in(folder())) {
      Path draft = drafts.path().resolve(file.getFileName());
      training.accept(draft);
      if (Files.exists(draft) && usable.test(draft)) {
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        removeThoseOfOtherBuilds();
      }
    }
  }

  /** Each is many times as large as the jars; a JVM that runs from one keeps it. */
  private void removeThoseOfOtherBuilds() throws IOException {
    List<Path> others;
    try (Stream<Path> files = Files.walk(folder().resolveSibling(""), 2)) {
      others =
          files
              .filter(path -> path.getFileName().toString().endsWith(SUFFIX))
              .filter(path -> !path.equals(file))
              .toList();
    }
    for (Path other : others) {
      Files.deleteIfExists(other);
    }
  }

  private Path folder() {
    return file.resolveSibling("");
  }
}
