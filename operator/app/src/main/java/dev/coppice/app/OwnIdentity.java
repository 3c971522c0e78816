package dev.coppice.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/** Who and where this process is, for the lease. */
final class OwnIdentity {

  private static final Path POD_NAMESPACE =
      Path.of("/var/run/secrets/kubernetes.io/serviceaccount/namespace");

  private OwnIdentity() {}

  /** A name that people recognise and that no other process ever had. */
  static String holder() {
    String host = Optional.ofNullable(System.getenv("HOSTNAME")).orElse("coppice");
    return host + "_" + UUID.randomUUID();
  }

  /** As whom the operator is known to the API server when it runs in that namespace. */
  static String operatorUser(String namespace) {
    String account =
        Optional.ofNullable(System.getenv("GROVE_OPERATOR_SERVICE_ACCOUNT_NAME"))
            .orElse("grove-operator");
    return "system:serviceaccount:%s:%s".formatted(namespace, account);
  }

  /** The wanted namespace, else that of the pod, else {@code default}. */
  static String namespace(String wanted) {
    return namespace(wanted, POD_NAMESPACE);
  }

  static String namespace(String wanted, Path podNamespace) {
    if (!wanted.isEmpty()) {
      return wanted;
    }
    try {
      return Files.readString(podNamespace).strip();
    } catch (IOException e) {
      return "default";
    }
  }
}
