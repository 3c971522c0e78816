package dev.coppice.testkit.plane;

import java.util.List;
import java.util.Locale;

/** Who speaks to the API server, each with a kubeconfig of its own. */
public enum PlaneUser {
  /** People and tests. */
  ADMIN("admin", true),
  CONTROLLER_MANAGER("system:kube-controller-manager", false),
  SCHEDULER("system:kube-scheduler", false),
  KWOK("kwok", true),
  /** Another operator, measured beside ours; what it needs is not ours to say. */
  PEER("peer", true),
  /** The operator, with the rights that it has in a cluster, and its token. */
  OPERATOR(ServiceAccount.PREFIX + "grove-operator", false),
  /** The webhook, likewise. */
  WEBHOOK(ServiceAccount.PREFIX + "grove-operator-webhook", false);

  private final String userName;
  private final boolean administrator;

  PlaneUser(String userName, boolean administrator) {
    this.userName = userName;
    this.administrator = administrator;
  }

  /** The name that the API server sees. */
  public String userName() {
    return userName;
  }

  /** Whether it is known by a token, and not by a certificate. */
  boolean isServiceAccount() {
    return userName.startsWith(ServiceAccount.PREFIX);
  }

  /** Name of the service account. */
  String accountName() {
    return userName.substring(ServiceAccount.PREFIX.length());
  }

  List<String> groups() {
    return administrator ? List.of("system:masters") : List.of();
  }

  String fileName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static final class ServiceAccount {
    static final String PREFIX = "system:serviceaccount:" + Installation.NAMESPACE + ":";
  }
}
