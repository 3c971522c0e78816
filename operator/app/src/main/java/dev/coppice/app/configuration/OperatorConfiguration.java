package dev.coppice.app.configuration;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an administrator decides about the process; the same file serves every subcommand. The keys
 * are the record components, the values of omitted keys stand in {@code defaults.yaml} beside this
 * class.
 */
public record OperatorConfiguration(
    String apiVersion,
    String kind,
    LeaderElection leaderElection,
    Server server,
    Controllers controllers,
    LogLevel logLevel,
    LogFormat logFormat,
    Authorizer authorizer,
    TopologyAwareScheduling topologyAwareScheduling,
    Network network,
    SchedulerConfiguration scheduler,
    Startup startup,
    Pods pods,
    String clusterDomain,
    GangTermination gangTermination,
    Admission admission,
    QueueConfiguration queue,
    MinRuntimeConfiguration minRuntime,
    Enforcement enforcement,
    EvictionGuardConfiguration evictionGuard,
    Integration integration) {

  /** The only version of the format there is. */
  public static final String API_VERSION = "operator.config.grove.io/v1alpha1";

  /** What a configuration file calls itself. */
  public static final String KIND = "OperatorConfiguration";

  /**
   * When one of several replicas may act.
   *
   * @param leaseDuration how long the others wait for a leader that is silent
   * @param renewDeadline how long a leader tries to renew before it gives up
   * @param retryPeriod pause between two tries
   * @param resourceNamespace empty for the namespace that the process runs in
   */
  public record LeaderElection(
      boolean enabled,
      Duration leaseDuration,
      Duration renewDeadline,
      Duration retryPeriod,
      String resourceLock,
      String resourceName,
      String resourceNamespace) {}

  /** Where the process listens. */
  public record Server(WebhookEndpoint webhooks, Endpoint healthProbes, MetricsEndpoint metrics) {}

  /**
   * One listening address.
   *
   * @param bindAddress empty for all addresses of the machine
   * @param port 0 for any free port
   */
  public record Endpoint(String bindAddress, int port) {}

  /**
   * Where figures are read.
   *
   * @param bindAddress empty for all addresses of the machine
   * @param port 0 for any free port
   */
  public record MetricsEndpoint(String bindAddress, int port, Authorization authorization) {}

  /** Whether the API server is asked who may read. */
  public record Authorization(boolean enabled) {}

  /**
   * Where admission requests arrive, and where the certificate for it comes from.
   *
   * @param serviceName the Service through which the API server finds it
   * @param url how the API server finds it without a Service; empty inside a cluster
   */
  public record WebhookEndpoint(
      String bindAddress,
      int port,
      String serverCertDir,
      String secretName,
      CertificateProvisioning certProvisionMode,
      String serviceName,
      String url) {}

  /** Who makes the webhook's certificate. */
  public enum CertificateProvisioning {
    /** The process itself, which also puts its authority into the webhook registrations. */
    @JsonProperty("auto")
    AUTO,
    /** Somebody else, who mounts the files and registers the authority. */
    @JsonProperty("manual")
    MANUAL
  }

  /** The bound of each controller. */
  public record Controllers(
      Concurrency podCliqueSet, Concurrency podClique, Concurrency podCliqueScalingGroup) {}

  /**
   * How much one controller does at a time.
   *
   * @param concurrentSyncs reconciles that may run side by side
   */
  public record Concurrency(int concurrentSyncs) {}

  /** How much is logged. */
  public enum LogLevel {
    @JsonProperty("debug")
    DEBUG,
    @JsonProperty("info")
    INFO,
    @JsonProperty("error")
    ERROR
  }

  /** How log lines look. */
  public enum LogFormat {
    /** One JSON object a line, for log collectors. */
    @JsonProperty("json")
    JSON,
    /** For people. */
    @JsonProperty("text")
    TEXT
  }

  /** Whether objects that the operator owns are protected from changes by others. */
  public record Authorizer(boolean enabled, List<String> exemptServiceAccountUserNames) {
    public Authorizer {
      exemptServiceAccountUserNames = List.copyOf(exemptServiceAccountUserNames);
    }
  }

  /** Whether topology constraints of workloads are obeyed. */
  public record TopologyAwareScheduling(boolean enabled) {}

  /** Networks between accelerators. */
  public record Network(boolean autoMNNVLEnabled) {}

  /**
   * How cliques wait for their parents.
   *
   * @param image a small image with a shell, for the waiting init container
   * @param resources what that container requests and is limited to
   */
  public record Startup(String image, StartupResources resources) {}

  /** What a container requests and is limited to. */
  public record StartupResources(StartupAmounts requests, StartupAmounts limits) {}

  /** Quantities, such as 10m and 16Mi; null for none. */
  public record StartupAmounts(
      String cpu,
      String memory,
      @JsonProperty("ephemeral-storage") @Nullable String ephemeralStorage) {

    /** Those that there are, by resource. */
    public Map<String, String> byResource() {
      Map<String, String> amounts = new TreeMap<>(Map.of("cpu", cpu, "memory", memory));
      if (ephemeralStorage != null) {
        amounts.put("ephemeral-storage", ephemeralStorage);
      }
      return amounts;
    }
  }

  /** What pods are told. */
  public record Pods(LeaderWorkerSetWords leaderWorkerSetCompatibility) {}

  /** What pods of a group that is divided into subgroups get in the words of LeaderWorkerSet. */
  public enum LeaderWorkerSetWords {
    @JsonProperty("Off")
    OFF,
    /** Labels and annotations. */
    @JsonProperty("Labels")
    LABELS,
    /** Those, and the variables LWS_*. */
    @JsonProperty("LabelsAndEnv")
    LABELS_AND_ENV
  }

  /**
   * When gangs that fell below their minimum are torn down.
   *
   * @param defaultDelay for sets that name none; null leaves those alone
   */
  public record GangTermination(@Nullable Duration defaultDelay) {}

  /**
   * What one set may ask of the cluster.
   *
   * @param maxPods of all replicas of a set together
   * @param maxSetBytes of its JSON, without status and managedFields
   */
  public record Admission(int maxCliques, int maxPods, int maxSetBytes) {}

  /** Who keeps schedulers from evicting gangs too early. */
  public enum Enforcement {
    /** The scheduler itself where it is KAI, else what EXTENDER means. */
    @JsonProperty("Auto")
    AUTO,
    /** The endpoint that the stock scheduler asks before it evicts, and the webhook behind it. */
    @JsonProperty("Extender")
    EXTENDER,
    /** The webhook alone, where nobody may configure the scheduler. */
    @JsonProperty("WebhookOnly")
    WEBHOOK_ONLY,
    /** The scheduler itself. */
    @JsonProperty("Delegated")
    DELEGATED,
    /** Nobody. */
    @JsonProperty("Off")
    OFF
  }

  /**
   * Others with whom objects are shared.
   *
   * @param kai whether KAI reads the same Queues; where its SchedulingShards are served when a
   *     process starts it does, whatever is said here
   */
  public record Integration(boolean kai) {}
}
