package dev.coppice.testkit.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What a run notes about itself, a line each, for the report at its end. */
final class Notes {

  private final Path file;

  Notes(String subject) {
    this.file = RunDirectory.of("notes").resolve(subject + ".txt");
  }

  synchronized void add(String line) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot note in " + file, e);
    }
  }
}
