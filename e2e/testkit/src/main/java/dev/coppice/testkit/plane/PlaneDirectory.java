package dev.coppice.testkit.plane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Where the files of one control plane lie.
 *
 * @param root absolute; everything but etcd's data is below it
 */
record PlaneDirectory(Path root) {

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  PlaneDirectory {
    root = root.toAbsolutePath().normalize();
  }

  Path kubeconfig(PlaneUser user) {
    return user == PlaneUser.ADMIN
        ? root.resolve("kubeconfig")
        : root.resolve("kubeconfigs").resolve(user.fileName());
  }

  Path pki(String file) {
    return root.resolve("pki").resolve(file);
  }

  Path configuration(String file) {
    return root.resolve("configuration").resolve(file);
  }

  Path log(String file) {
    return root.resolve("log").resolve(file);
  }

  Path record(Component component) {
    return root.resolve("process").resolve(component.binary() + ".json");
  }

  Path state() {
    return root.resolve("plane.json");
  }

  /** In memory where there is such a folder, since etcd waits for the disk at every write. */
  Path etcdData() {
    return Files.isWritable(SHARED_MEMORY)
        ? SHARED_MEMORY.resolve("coppice-etcd" + root.toString().replaceAll("[^A-Za-z0-9]+", "-"))
        : root.resolve("etcd");
  }

  /** Writes a file that only its owner may read; folders are made as needed. */
  static void write(Path file, String content) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.deleteIfExists(file);
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  /** Removes a folder with everything in it, if it is there. */
  static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + folder, e);
    }
  }
}
