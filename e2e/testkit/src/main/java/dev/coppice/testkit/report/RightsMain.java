package dev.coppice.testkit.report;

import dev.coppice.testkit.audit.Grant;
import dev.coppice.testkit.audit.Rights;
import dev.coppice.testkit.plane.AuditLog;
import dev.coppice.testkit.plane.Installation;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Ends a test run by looking through the audit logs of all its control planes: nothing that the
 * operator or the webhook did was refused for want of a right, and no right is there for nothing.
 */
public final class RightsMain {

  private RightsMain() {}

  /**
   * Prints what was found.
   *
   * @param arguments the folder with the logs, and {@code --refused-only} where not everything was
   *     run that could use a right
   */
  public static void main(String[] arguments) throws IOException {
    Rights rights;
    try (KubernetesClient unconnected = new KubernetesClientBuilder().build()) {
      rights = new Rights(Grant.of(Installation.identities(unconnected)));
    }
    try (Stream<Path> files = Files.walk(Path.of(arguments[0]))) {
      for (Path log : files.filter(file -> file.endsWith(AuditLog.FILE)).toList()) {
        read(log, rights);
      }
    }
    rights.lines().forEach(System.out::println);
    boolean refusedOnly = List.of(arguments).contains("--refused-only");
    boolean good = rights.refused().isEmpty() && (refusedOnly || rights.unused().isEmpty());
    System.exit(good ? 0 : 1);
  }

  private static void read(Path log, Rights rights) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      lines.filter(rights::concerns).map(AuditLog::parse).forEach(rights::take);
    }
  }
}
