package dev.coppice.e2e.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Nobody should have to read a file in two sittings. */
class SourceFilesTest {

  private static final int LONGEST_ALLOWED = 400;
  private static final Set<String> NOT_SOURCE = Set.of("target", ".git", ".run", "node_modules");

  record SourceFile(Path path, int lines) {

    static SourceFile read(Path root, Path file) {
      try {
        return new SourceFile(root.relativize(file), Files.readAllLines(file).size());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public String toString() {
      return "%s (%d lines)".formatted(path, lines);
    }
  }

  @Test
  void no_source_file_is_longer_than_four_hundred_lines() throws IOException {
    List<SourceFile> files = javaFiles(projectRoot());

    SourceFile longest =
        files.stream().max(Comparator.comparingInt(SourceFile::lines)).orElseThrow();
    System.out.println("longest source file: " + longest);
    assertThat(files).filteredOn(file -> file.lines() > LONGEST_ALLOWED).isEmpty();
  }

  static List<SourceFile> javaFiles(Path root) throws IOException {
    List<SourceFile> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NOT_SOURCE.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java")) {
              files.add(SourceFile.read(root, file));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  static Path projectRoot() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("hack/mvn"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
