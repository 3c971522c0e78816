package dev.coppice.testkit.plane;

import java.util.List;
import java.util.Locale;

/** Who speaks to the API server, each with a certificate and a kubeconfig of its own. */
public enum PlaneUser {
  /** People and tests. */
  ADMIN("admin", true),
  CONTROLLER_MANAGER("system:kube-controller-manager", false),
  SCHEDULER("system:kube-scheduler", false),
  KWOK("kwok", true),
  /** The operator and its webhook, by the name that they have in a cluster. */
  OPERATOR("system:serviceaccount:default:grove-operator", true);

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

  List<String> groups() {
    return administrator ? List.of("system:masters") : List.of();
  }

  String fileName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
