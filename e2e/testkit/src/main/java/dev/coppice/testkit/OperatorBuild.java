package dev.coppice.testkit;

import dev.coppice.testkit.process.Checkout;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The packaged operator: its own jars, which a build rewrites, and the libraries, which it does
 * not.
 *
 * @param own jars of this checkout's modules
 * @param libraries jars of others
 */
record OperatorBuild(List<Path> own, List<Path> libraries) {

  private static final String MODULE = "operator/app/target";
  private static final String MAIN = "dev.coppice.app.Main";

  /**
   * The flags that the operator has everywhere, in the form that java itself reads by {@code @}.
   */
  private static final String JVM_OPTIONS = "operator/app/src/main/distribution/etc/jvm.options";

  OperatorBuild {
    own = List.copyOf(own);
    libraries = List.copyOf(libraries);
  }

  /** What {@code package} left in the checkout. */
  static OperatorBuild of(Checkout checkout) {
    Path target = checkout.resolve(MODULE);
    try (Stream<Path> jars = Files.list(target)) {
      List<Path> own = new ArrayList<>();
      own.add(
          jars.filter(path -> path.getFileName().toString().matches("coppice-app-.*SNAPSHOT\\.jar"))
              .findFirst()
              .orElseThrow(() -> notPackaged(target)));
      List<Path> libraries = new ArrayList<>();
      Pattern.compile(File.pathSeparator)
          .splitAsStream(Files.readString(target.resolve("classpath")).strip())
          .map(Path::of)
          .forEach(jar -> (jar.startsWith(checkout.root()) ? own : libraries).add(jar));
      return new OperatorBuild(own, libraries);
    } catch (IOException e) {
      throw notPackaged(target);
    }
  }

  private static IllegalStateException notPackaged(Path target) {
    return new IllegalStateException(
        "missing: the packaged operator in %s; run hack/mvn package -DskipTests".formatted(target));
  }

  /** Changes whenever the operator's code or a library does. */
  String fingerprint() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Path jar : own) {
        digest.update(Files.readAllBytes(jar));
      }
      libraries.forEach(jar -> digest.update(jar.toString().getBytes(StandardCharsets.UTF_8)));
      return HexFormat.of().formatHex(digest.digest()).substring(0, 16);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the packaged operator", e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("the JDK has no SHA-256", e);
    }
  }

  /**
   * What runs a command of the operator.
   *
   * @param folder where the process finds its jars
   * @param jvmFlags beside those that it always has
   * @param arguments of the program
   */
  List<String> command(
      Checkout checkout, Path folder, List<String> jvmFlags, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + checkout.resolve(JVM_OPTIONS));
    command.addAll(jvmFlags);
    command.addAll(List.of("-cp", classPath(folder.resolve(fingerprint())), MAIN));
    command.addAll(arguments);
    return command;
  }

  /**
   * The class path of a process, with the own jars copied to a folder: a JVM does not survive that
   * a jar it runs from is rewritten.
   */
  private String classPath(Path folder) {
    List<String> entries = new ArrayList<>();
    try {
      Files.createDirectories(folder);
      for (Path jar : own) {
        Path copy = folder.resolve(jar.getFileName());
        // With its time: a JVM's archive of classes is only good for jars that have not changed.
        Files.copy(
            jar, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        entries.add(copy.toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy the packaged operator to " + folder, e);
    }
    libraries.forEach(jar -> entries.add(jar.toString()));
    return String.join(File.pathSeparator, entries);
  }
}
