package dev.coppice.testkit.plane;

/** The processes of a control plane, in the order in which they start. */
public enum Component {
  ETCD("etcd"),
  API_SERVER("kube-apiserver"),
  CONTROLLER_MANAGER("kube-controller-manager"),
  SCHEDULER("kube-scheduler"),
  /** Plays the kubelet of every node. */
  KWOK("kwok");

  private final String binary;

  Component(String binary) {
    this.binary = binary;
  }

  /** The name of its executable, which is also the name of its log and of its record. */
  public String binary() {
    return binary;
  }
}
