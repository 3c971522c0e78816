package dev.coppice.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The version of this build. */
final class Version {

  /** How it was set when the build ran. */
  static final String CURRENT = read();

  private Version() {}

  private static String read() {
    try (InputStream in =
        Objects.requireNonNull(Version.class.getResourceAsStream("version.properties"))) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
