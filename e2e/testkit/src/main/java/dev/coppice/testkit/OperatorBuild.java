package dev.coppice.testkit;

import dev.coppice.testkit.process.Checkout;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

  /** The folder of this checkout in which {@link #copied} keeps builds. */
  static Path copies(Checkout checkout) {
    return checkout.resolve(MODULE).resolve("running");
  }

  /**
   * The same build with the own jars in a folder of their own below {@code parent}, which all its
   * processes share: a JVM does not survive that a jar it runs from is rewritten, and its archive
   * of classes is only good for jars in the same place that have not changed. The folder is there
   * as a whole or not at all, and stays as it is.
   */
  OperatorBuild copied(Path parent) {
    String fingerprint = fingerprint();
    Path folder = parent.resolve(fingerprint);
    OperatorBuild copied =
        new OperatorBuild(
            own.stream().map(jar -> folder.resolve(jar.getFileName())).toList(), libraries);
    if (!Files.isDirectory(folder)) {
      copy(parent, folder, fingerprint);
    }
    return copied;
  }

  private void copy(Path parent, Path folder, String fingerprint) {
    try (DraftFolder draft = DraftFolder.in(parent)) {
      List<Path> copies = new ArrayList<>();
      for (Path jar : own) {
        copies.add(Files.copy(jar, draft.path().resolve(jar.getFileName())));
      }
      if (!new OperatorBuild(copies, libraries).fingerprint().equals(fingerprint)) {
        throw new IllegalStateException("the operator was packaged anew while it was copied");
      }
      draft.publish(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy the packaged operator to " + folder, e);
    }
  }

  /**
   * The archive of classes of a build that has been copied, named by all else that a JVM checks.
   */
  OperatorArchive archive(Checkout checkout) {
    try {
      StringBuilder checked = new StringBuilder(System.getProperty("java.vm.version"));
      checked.append(Files.readString(checkout.resolve(JVM_OPTIONS)));
      for (Path jar : libraries) {
        checked.append(Files.size(jar)).append(Files.getLastModifiedTime(jar));
      }
      return new OperatorArchive(
          own.getFirst()
              .resolveSibling("classes-%08x.aot".formatted(checked.toString().hashCode())));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read what the operator runs with", e);
    }
  }

  /**
   * What runs a command of the operator.
   *
   * @param jvmFlags beside those that it always has
   * @param arguments of the program
   */
  List<String> command(Checkout checkout, List<String> jvmFlags, List<String> arguments) {
    return command(checkout, jvmFlags, classPath(), MAIN, arguments);
  }

  /**
   * The same, begun by another main class.
   *
   * @param main calls that of the operator
   */
  List<String> command(
      Checkout checkout, List<String> jvmFlags, Class<?> main, List<String> arguments) {
    String itsOwn = main.getProtectionDomain().getCodeSource().getLocation().getPath();
    return command(
        checkout, jvmFlags, classPath() + File.pathSeparator + itsOwn, main.getName(), arguments);
  }

  private static List<String> command(
      Checkout checkout,
      List<String> jvmFlags,
      String classPath,
      String main,
      List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + checkout.resolve(JVM_OPTIONS));
    command.addAll(jvmFlags);
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(arguments);
    return command;
  }

  private String classPath() {
    return Stream.concat(own.stream(), libraries.stream())
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
