package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.cli.convert.ConvertCommand;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/**
 * LeaderWorkerSets with TPUs, converted and applied: what their pods are told is what the table of
 * their design says, but for the names of the hosts.
 */
@OnCoppice
class ConvertedGroupsIT {

  private static final String GROUP_DOMAIN = "cloud.google.com/gke-placement-group";
  private static final String SUBGROUP_DOMAIN = "cloud.google.com/gke-nodepool";
  private static final String TPU = "google.com/tpu";
  private static final String TPUS = "{limits: {google.com/tpu: 4}}";
  private static final String ROOM = "room";

  /** How a manifest writes its leader, and what follows from that for names. */
  enum Leader {
    OF_A_TEMPLATE_OF_ITS_OWN {
      @Override
      String host(int group, int worker) {
        return worker == 0
            ? "lws-0-group-%d-leader-0".formatted(group)
            : "lws-0-group-%d-worker-%d".formatted(group, worker - 1);
      }

      @Override
      String subdomain(int group) {
        return "lws-0";
      }
    },
    LIKE_ITS_WORKERS {
      @Override
      String host(int group, int worker) {
        return "lws-%d-worker-%d".formatted(group, worker);
      }

      @Override
      String subdomain(int group) {
        return "lws-" + group;
      }
    };

    abstract String host(int group, int worker);

    abstract String subdomain(int group);

    /** The host that LeaderWorkerSet calls {@code lws-0} if it leads, {@code lws-0-1} if not. */
    String host(String name) {
      List<Integer> numbers = numbers(name);
      return host(numbers.getFirst(), numbers.size() == 1 ? 0 : numbers.getLast());
    }

    /** The same with its subdomain, of {@code lws-0.lws}. */
    String address(String name) {
      String host = name.substring(0, name.indexOf('.'));
      return host(host) + "." + subdomain(numbers(host).getFirst());
    }

    private static List<Integer> numbers(String name) {
      return Arrays.stream(name.split("-")).skip(1).map(Integer::valueOf).toList();
    }
  }

  private Kubectl kubectl;
  private KubernetesClient client;
  private SimulatedNodes nodes;
  private String room;

  @TempDir private Path folder;

  @BeforeEach
  void bind(
      Kubectl administrator,
      KubernetesClient namespaced,
      SimulatedNodes all,
      TestNamespace namespace) {
    kubectl = administrator;
    client = namespaced;
    nodes = all;
    room = namespace.name();
  }

  /** Pools of two hosts, each with TPUs for one pod. */
  private void placementGroup(String name, String... pools) {
    for (String pool : pools) {
      nodes.create(
          NodeShape.gpu(room + "-" + pool)
              .with(TPU, "4")
              .withLabel(ROOM, room)
              .withLabel(SUBGROUP_DOMAIN, room + "-" + pool)
              .withLabel(GROUP_DOMAIN, room + "-" + name),
          2);
    }
  }

  /** Two groups of four pods that all ask for TPUs, as in the example of exclusive placement. */
  private String placement(Leader leader) {
    String template =
        "{spec: {nodeSelector: {%s: %s}, containers: [{name: c, image: i, resources: %s}]}}"
            .formatted(ROOM, room, TPUS);
    return """
    apiVersion: leaderworkerset.x-k8s.io/v1
    kind: LeaderWorkerSet
    metadata:
      name: lws
      annotations:
        leaderworkerset.sigs.k8s.io/exclusive-topology: %s
        leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology: %s
    spec:
      replicas: 2
      leaderWorkerTemplate:
        size: 4
        subGroupPolicy: {subGroupSize: 2}
    """
            .formatted(GROUP_DOMAIN, SUBGROUP_DOMAIN)
        + (leader == Leader.LIKE_ITS_WORKERS ? "" : "    leaderTemplate: " + template + "\n")
        + ("    workerTemplate: " + template + "\n");
  }

  /** Two slices of two hosts, and a leader that asks for no TPU. */
  private String slices(String policy) {
    return """
    apiVersion: leaderworkerset.x-k8s.io/v1
    kind: LeaderWorkerSet
    metadata: {name: lws}
    spec:
      replicas: 1
      leaderWorkerTemplate:
        size: 5
        subGroupPolicy: {subGroupPolicyType: %s, subGroupSize: 2}
        leaderTemplate: {spec: {nodeSelector: {ROOM}, containers: [{name: c, image: i}]}}
        workerTemplate: {spec: {nodeSelector: {ROOM}, containers: [{name: c, image: i, resources: %s}]}}
    """
        .formatted(policy, TPUS)
        .replace("ROOM", ROOM + ": " + room);
  }

  @ParameterizedTest
  @SideBySide
  @EnumSource(Leader.class)
  void groups_with_tpus_throughout_have_a_slice_in_each_pool(Leader leader) throws IOException {
    List<String> table =
        List.of(
            // pod | worker-index | subgroup-index | subgroup-worker-index | id | hosts
            "lws-0   | 0 | 0 | 0 | 0 | lws-0.lws,lws-0-1.lws",
            "lws-0-1 | 1 | 0 | 1 | 1 | lws-0.lws,lws-0-1.lws",
            "lws-0-2 | 2 | 1 | 0 | 0 | lws-0-2.lws,lws-0-3.lws",
            "lws-0-3 | 3 | 1 | 1 | 1 | lws-0-2.lws,lws-0-3.lws",
            "lws-1   | 0 | 0 | 0 | 0 | lws-1.lws,lws-1-1.lws",
            "lws-1-1 | 1 | 0 | 1 | 1 | lws-1.lws,lws-1-1.lws",
            "lws-1-2 | 2 | 1 | 0 | 0 | lws-1-2.lws,lws-1-3.lws",
            "lws-1-3 | 3 | 1 | 1 | 1 | lws-1-2.lws,lws-1-3.lws");

    placementGroup("pg-1", "a", "b");
    placementGroup("pg-2", "c", "d");
    applyConverted(placement(leader));

    assertThat(told(8)).isEqualTo(renamed(leader, table));
    Map<String, String> pools = domains(SUBGROUP_DOMAIN);
    assertThat(pools.get(leader.host("lws-0-1"))).isEqualTo(pools.get(leader.host("lws-0")));
    assertThat(pools.get(leader.host("lws-0-3"))).isEqualTo(pools.get(leader.host("lws-0-2")));
    assertThat(pools.get(leader.host("lws-1-1"))).isEqualTo(pools.get(leader.host("lws-1")));
    assertThat(pools.get(leader.host("lws-1-3"))).isEqualTo(pools.get(leader.host("lws-1-2")));
    assertThat(Set.copyOf(pools.values())).hasSize(4);
    Map<String, String> placementGroups = domains(GROUP_DOMAIN);
    assertThat(placementGroups.get(leader.host("lws-0-2")))
        .isEqualTo(placementGroups.get(leader.host("lws-0")))
        .isNotEqualTo(placementGroups.get(leader.host("lws-1")));
  }

  @ParameterizedTest
  @SideBySide
  @EnumSource(Division.class)
  void slices_beside_a_leader_without_tpus_know_their_hosts(Division division) throws IOException {
    placementGroup("pg-1", "a", "b");
    applyConverted(slices(division.policy));

    assertThat(told(5)).isEqualTo(renamed(Leader.OF_A_TEMPLATE_OF_ITS_OWN, division.table()));
  }

  /** What a leader without TPUs is to the slices; the tables differ in its row alone. */
  enum Division {
    EXTRA("LeaderWorker", "lws-0   | 0 | 0 |   |   |  "),
    EXCLUDED("LeaderExcluded", "lws-0   | 0 |   |   |   |  ");

    private final String policy;
    private final String leader;

    Division(String policy, String leader) {
      this.policy = policy;
      this.leader = leader;
    }

    List<String> table() {
      return List.of(
          leader,
          "lws-0-1 | 1 | 0 | 0 | 0 | lws-0-1.lws,lws-0-2.lws",
          "lws-0-2 | 2 | 0 | 1 | 1 | lws-0-1.lws,lws-0-2.lws",
          "lws-0-3 | 3 | 1 | 0 | 0 | lws-0-3.lws,lws-0-4.lws",
          "lws-0-4 | 4 | 1 | 1 | 1 | lws-0-3.lws,lws-0-4.lws");
    }
  }

  private void applyConverted(String manifest) throws IOException {
    StringWriter out = new StringWriter();
    int code =
        new CommandLine(new ConvertCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(new StringWriter()))
            .execute(Files.writeString(folder.resolve("lws.yaml"), manifest).toString());

    assertThat(code).isZero();
    assertThat(kubectl.apply(out.toString()).err()).as("warnings").isEmpty();
    kubectl.run("wait", "--for=condition=Available", "pcs/lws", "--timeout=60s");
  }

  /** The rows of a table by what we call the hosts, with what follows for the other variables. */
  private static Map<String, List<String>> renamed(Leader leader, List<String> table) {
    return table.stream()
        .map(row -> Arrays.stream(row.split("\\|", -1)).map(String::strip).toList())
        .collect(
            Collectors.toMap(
                cells -> leader.host(cells.getFirst()),
                cells -> row(leader, cells),
                (one, _) -> one,
                TreeMap::new));
  }

  private static List<String> row(Leader leader, List<String> cells) {
    List<String> row = new ArrayList<>(cells.subList(1, 5));
    if (cells.getLast().isEmpty()) {
      return row;
    }
    List<String> hosts = Arrays.stream(cells.getLast().split(",")).map(leader::address).toList();
    row.add("TPU_NAME=" + leader.host(cells.getFirst().substring(0, "lws-0".length())));
    row.add(
        "TPU_PROCESS_ADDRESSES="
            + hosts.stream().map(host -> host + ":8476").collect(Collectors.joining(",")));
    row.add("TPU_PROCESS_PORT=8476");
    row.add("TPU_WORKER_HOSTNAMES=" + String.join(",", hosts));
    return row;
  }

  /** The same as so many pods have it, once all of them are Ready. */
  private Map<String, List<String>> told(int pods) {
    Told.eventually(
        () -> assertThat(client.pods().list().getItems()).hasSize(pods).allMatch(Sets::isReady));
    return client.pods().list().getItems().stream()
        .collect(
            Collectors.toMap(
                pod -> pod.getSpec().getHostname(),
                ConvertedGroupsIT::row,
                (one, _) -> one,
                TreeMap::new));
  }

  private static List<String> row(Pod pod) {
    List<String> row = new ArrayList<>();
    row.add(label(pod, "group-worker-index", "worker-index"));
    row.add(label(pod, "subgroup-index", "subgroup-index"));
    row.add(label(pod, "subgroup-worker-index", "subgroup-worker-index"));
    Map<String, String> variables =
        pod.getSpec().getContainers().getFirst().getEnv().stream()
            .filter(variable -> variable.getName().startsWith("TPU_"))
            .collect(
                Collectors.toMap(EnvVar::getName, EnvVar::getValue, (one, _) -> one, TreeMap::new));
    String id = variables.remove("TPU_WORKER_ID");
    row.add(id == null ? "" : id);
    variables.forEach((name, value) -> row.add(name + "=" + value));
    return row;
  }

  /** A label that pods have in our words and in those of LeaderWorkerSet, or in neither. */
  private static String label(Pod pod, String ours, String theirs) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    String value = labels.getOrDefault("grove.io/" + ours, "");
    assertThat(labels.getOrDefault("leaderworkerset.sigs.k8s.io/" + theirs, ""))
        .as("%s of %s", theirs, pod.getSpec().getHostname())
        .isEqualTo(value);
    return value;
  }

  /** Where each host is, by a label of its node. */
  private Map<String, String> domains(String label) {
    return client.pods().list().getItems().stream()
        .collect(
            Collectors.toMap(
                pod -> pod.getSpec().getHostname(),
                pod ->
                    client
                        .nodes()
                        .withName(pod.getSpec().getNodeName())
                        .get()
                        .getMetadata()
                        .getLabels()
                        .get(label)));
  }
}
