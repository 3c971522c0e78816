package dev.coppice.testkit.plane;

import dev.coppice.testkit.process.FreePorts;
import dev.coppice.testkit.process.ProcessLaunch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The command line of each component: everything on loopback, on ports of this plane alone. */
final class ComponentCommands {

  /** First address of the service range: the one that the service {@code kubernetes} takes. */
  static final String KUBERNETES_SERVICE_ADDRESS = "10.96.0.1";

  private static final String SERVICE_RANGE = "10.96.0.0/16";
  private static final String LOOPBACK = "127.0.0.1";
  static final String FEATURE_GATES = "feature-gates";
  static final String SECURE_PORT = "secure-port";
  static final String AUDIT_LOG = "audit-log-path";

  private static final String GANGS =
      "GenericWorkload=true,GangScheduling=true,TopologyAwareWorkloadScheduling=true";

  private final PlaneDirectory directory;
  private final PlaneSettings settings;
  private final Binaries binaries;
  private final int etcdPort;
  private final int etcdPeerPort;
  private final int serverPort;
  private final int controllerManagerPort;
  private final int schedulerPort;
  private final int kwokPort;

  ComponentCommands(PlaneDirectory directory, PlaneSettings settings, Binaries binaries) {
    this.directory = directory;
    this.settings = settings;
    this.binaries = binaries;
    List<Integer> ports = FreePorts.take(6);
    etcdPort = ports.get(0);
    etcdPeerPort = ports.get(1);
    serverPort = ports.get(2);
    controllerManagerPort = ports.get(3);
    schedulerPort = ports.get(4);
    kwokPort = ports.get(5);
  }

  String server() {
    return "https://%s:%d".formatted(LOOPBACK, serverPort);
  }

  /** All of them, in the order in which they start. */
  List<ComponentLaunch> all() {
    List<ComponentLaunch> launches =
        new ArrayList<>(List.of(etcd(), apiServer(), controllerManager(), scheduler()));
    if (settings.kwok()) {
      launches.add(kwok());
    }
    return launches;
  }

  private ComponentLaunch etcd() {
    String client = "http://%s:%d".formatted(LOOPBACK, etcdPort);
    String peer = "http://%s:%d".formatted(LOOPBACK, etcdPeerPort);
    Flags flags =
        new Flags()
            .add("name", "plane")
            .add("data-dir", directory.etcdData())
            .add("listen-client-urls", client)
            .add("advertise-client-urls", client)
            .add("listen-peer-urls", peer)
            .add("initial-advertise-peer-urls", peer)
            .add("initial-cluster", "plane=" + peer)
            .add("quota-backend-bytes", 4L << 30)
            .add("auto-compaction-mode", "periodic")
            .add("auto-compaction-retention", "5m")
            .add("log-level", "warn")
            // The data never outlives the machine: nothing is gained by waiting for the disk.
            .add("unsafe-no-fsync", true);
    if (settings.tuned()) {
      flags.add("backend-batch-interval", "10ms").add("snapshot-count", 10_000);
    }
    return launch(Component.ETCD, flags, client + "/health");
  }

  private ComponentLaunch apiServer() {
    Flags flags =
        new Flags()
            .add("etcd-servers", "http://%s:%d".formatted(LOOPBACK, etcdPort))
            .add("bind-address", LOOPBACK)
            .add("advertise-address", LOOPBACK)
            .add(SECURE_PORT, serverPort)
            .add("endpoint-reconciler-type", "none")
            .add("tls-cert-file", directory.pki(PlaneCertificates.SERVER))
            .add("tls-private-key-file", directory.pki(PlaneCertificates.SERVER_KEY))
            .add("client-ca-file", directory.pki(PlaneCertificates.AUTHORITY))
            .add("service-account-issuer", "https://kubernetes.default.svc.cluster.local")
            .add(
                "service-account-key-file", directory.pki(PlaneCertificates.SERVICE_ACCOUNT_PUBLIC))
            .add(
                "service-account-signing-key-file",
                directory.pki(PlaneCertificates.SERVICE_ACCOUNT_KEY))
            .add(
                "requestheader-client-ca-file",
                directory.pki(PlaneCertificates.FRONT_PROXY_AUTHORITY))
            .add("requestheader-allowed-names", PlaneCertificates.FRONT_PROXY_NAME)
            .add("requestheader-username-headers", "X-Remote-User")
            .add("requestheader-group-headers", "X-Remote-Group")
            .add("requestheader-extra-headers-prefix", "X-Remote-Extra-")
            .add("proxy-client-cert-file", directory.pki(PlaneCertificates.FRONT_PROXY))
            .add("proxy-client-key-file", directory.pki(PlaneCertificates.FRONT_PROXY_KEY))
            .add("authorization-mode", "Node,RBAC")
            .add("service-cluster-ip-range", SERVICE_RANGE)
            .add("allow-privileged", true)
            .add("event-ttl", "30m")
            .add("profiling", false)
            .add("audit-policy-file", directory.configuration(PlaneConfiguration.AUDIT_POLICY))
            .add(AUDIT_LOG, directory.log(AuditLog.FILE))
            // In megabytes; the default of 100 starts a new file within minutes.
            .add("audit-log-maxsize", 16_384)
            .add("runtime-config", "scheduling.k8s.io/v1alpha2=true")
            .add(FEATURE_GATES, GANGS);
    if (settings.tuned()) {
      flags.add("max-requests-inflight", 2_000).add("max-mutating-requests-inflight", 1_000);
    }
    return launch(Component.API_SERVER, flags, server() + "/readyz");
  }

  private ComponentLaunch controllerManager() {
    Path kubeconfig = directory.kubeconfig(PlaneUser.CONTROLLER_MANAGER);
    Flags flags =
        secured(controllerManagerPort, kubeconfig)
            .add("kubeconfig", kubeconfig)
            .add("leader-elect", false)
            .add("use-service-account-credentials", true)
            .add("profiling", false)
            .add(
                "service-account-private-key-file",
                directory.pki(PlaneCertificates.SERVICE_ACCOUNT_KEY))
            .add("root-ca-file", directory.pki(PlaneCertificates.AUTHORITY))
            .add("cluster-signing-cert-file", directory.pki(PlaneCertificates.AUTHORITY))
            .add("cluster-signing-key-file", directory.pki(PlaneCertificates.AUTHORITY_KEY))
            .add("node-monitor-period", "1s")
            .add("node-monitor-grace-period", settings.nodeGracePeriod().toSeconds() + "s")
            // By default a small cluster evicts from one lost node every ten seconds, and from
            // none at all once half of them are lost.
            .add("node-eviction-rate", 100)
            .add("secondary-node-eviction-rate", 100)
            .add("large-cluster-size-threshold", 0)
            .add("horizontal-pod-autoscaler-sync-period", "5s")
            // Without it PodGroups that are deleted never go.
            .add(FEATURE_GATES, "GenericWorkload=true");
    if (settings.tuned()) {
      flags
          .add("kube-api-qps", 1_000)
          .add("kube-api-burst", 2_000)
          .add("concurrent-deployment-syncs", 20)
          .add("concurrent-replicaset-syncs", 20)
          .add("concurrent-statefulset-syncs", 20)
          .add("concurrent-job-syncs", 20)
          .add("concurrent-gc-syncs", 40)
          .add("concurrent-namespace-syncs", 20)
          .add("concurrent-service-endpoint-syncs", 20);
    }
    return launch(
        Component.CONTROLLER_MANAGER,
        flags,
        "https://%s:%d/healthz".formatted(LOOPBACK, controllerManagerPort));
  }

  private ComponentLaunch scheduler() {
    Flags flags =
        secured(schedulerPort, directory.kubeconfig(PlaneUser.SCHEDULER))
            .add("config", directory.configuration(PlaneConfiguration.SCHEDULER))
            .add(
                FEATURE_GATES,
                Runtime.getRuntime().availableProcessors() <= 2
                    // Taking pods out of back-off early starves the pods that are new.
                    ? GANGS + ",SchedulerPopFromBackoffQ=false"
                    : GANGS);
    return launch(
        Component.SCHEDULER, flags, "https://%s:%d/healthz".formatted(LOOPBACK, schedulerPort));
  }

  private ComponentLaunch kwok() {
    String address = "%s:%d".formatted(LOOPBACK, kwokPort);
    Flags flags =
        new Flags()
            .add("config", directory.configuration(PlaneConfiguration.KWOK))
            .add("kubeconfig", directory.kubeconfig(PlaneUser.KWOK))
            .add("server-address", address)
            .add("v", "WARN");
    return launch(Component.KWOK, flags, "http://" + address + "/healthz");
  }

  private Flags secured(int port, Path kubeconfig) {
    return new Flags()
        .add("bind-address", LOOPBACK)
        .add(SECURE_PORT, port)
        .add("tls-cert-file", directory.pki(PlaneCertificates.SERVER))
        .add("tls-private-key-file", directory.pki(PlaneCertificates.SERVER_KEY))
        .add("authentication-kubeconfig", kubeconfig)
        .add("authorization-kubeconfig", kubeconfig);
  }

  private ComponentLaunch launch(Component component, Flags flags, String health) {
    List<String> command = new ArrayList<>();
    command.add(binaries.of(component).toString());
    command.addAll(flags.values());
    command.addAll(settings.flags(component));
    return new ComponentLaunch(
        component,
        new ProcessLaunch(
            component.binary(),
            command,
            Map.of(),
            directory.log(component.binary() + ".log").toString()),
        health);
  }

  /** Flags in the form that all components read: {@code --name=value}. */
  private static final class Flags {

    private final List<String> values = new ArrayList<>();

    Flags add(String name, Object value) {
      values.add("--%s=%s".formatted(name, value));
      return this;
    }

    Collection<String> values() {
      return values;
    }
  }
}
