package dev.coppice.e2e.acts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertAll;

import dev.coppice.api.Labels;
import dev.coppice.api.queue.Queue;
import dev.coppice.e2e.RestartedOperator;
import dev.coppice.e2e.Rules;
import dev.coppice.e2e.acts.RandomActs.Step;
import dev.coppice.testkit.CrdInstallation;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.junit.RunDirectory;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.oracle.Invariant;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.oracle.OneDomainEach;
import dev.coppice.testkit.oracle.PodFacts;
import dev.coppice.testkit.plane.AuditTail;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Recording;
import dev.coppice.testkit.recorder.Rest;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ten sets of all kinds to which something happens all the time. {@code hack/soak --acts} runs it,
 * for COPPICE_ACTS_SECONDS by each of COPPICE_ACTS seeds from COPPICE_ACTS_SEED on.
 */
@OnOwnOperators
@EnabledIfEnvironmentVariable(named = "COPPICE_ACTS_SECONDS", matches = "\\d+")
class RandomActsIT {

  /** By then whatever was done last is over. */
  private static final Duration QUIET = Duration.ofSeconds(90);

  private static final Duration LOOK = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final int NODES_OF_A_RACK = 3;
  private static final int RACKS_OF_A_ZONE = 2;
  private static final String ROOM = "room";

  private ControlPlane plane;
  private Kubectl kubectl;
  private KubernetesClient client;
  private RestartedOperator operator;
  private RestartedOperator webhook;
  private PlaneActor actor;

  private static int setting(String name, int otherwise) {
    return Integer.parseInt(System.getenv().getOrDefault(name, Integer.toString(otherwise)));
  }

  static LongStream seeds() {
    long first = setting("COPPICE_ACTS_SEED", 1);
    return LongStream.range(first, first + setting("COPPICE_ACTS", 5));
  }

  @BeforeEach
  void start(
      ControlPlane plane,
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      TestNamespace namespace,
      RegisteredWebhook registered) {
    this.plane = plane;
    this.kubectl = kubectl;
    this.client = client;
    CrdInstallation.ofQueues(client, "coppice-tests");
    NodeShape shape =
        new NodeShape(
            namespace.name(),
            NodeShape.gpu(namespace.name()).capacity(),
            Map.of(ROOM, namespace.name()),
            NODES_OF_A_RACK,
            RACKS_OF_A_ZONE);
    nodes.create(shape, RandomActs.NODES);
    operator =
        RestartedOperator.of(
            OperatorProcess.in(RunDirectory.of("acts"), plane.kubeconfig(PlaneUser.OPERATOR))
                .configure("queue.enabled", true)
                .start());
    webhook = RestartedOperator.of(registered.process());
    actor =
        new PlaneActor(
            plane,
            kubectl,
            shape,
            "nodeSelector: {%s: \"%s\"}".formatted(ROOM, namespace),
            List.of(operator, webhook));
  }

  /** With the operator, without which pods of training jobs would stay. */
  @AfterEach
  void end(TestNamespace namespace) {
    kubectl.call("", "delete", "pcs", "--all", "--cascade=foreground", "--timeout=60s");
    operator.close();
    webhook.close();
    client.resources(Queue.class).delete();
    client.nodes().withLabel(ROOM, namespace.name()).delete();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void every_set_is_what_its_specification_says_when_all_is_quiet(
      long seed, TestNamespace namespace, Recorder recorder) {
    List<Step> steps =
        RandomActs.of(seed, Duration.ofSeconds(setting("COPPICE_ACTS_SECONDS", 900)));
    RandomActs.beginning().forEach(actor::perform);
    assertThat(recorder.rest().await(Rest.QUIET, PATIENCE, RandomActsIT::isWhole)).isPresent();

    Instant from = Instant.now();
    for (Step step : steps) {
      pass(step.pause());
      System.out.printf(
          "seed %d, %.1f s: %s%n",
          seed, Duration.between(from, Instant.now()).toMillis() / 1000.0, step.act());
      actor.perform(step.act());
    }
    pass(QUIET);

    Recording recording = recorder.upToDate();
    assertAll(
        "after the acts of seed " + seed,
        () -> assertThat(sets(recording)).containsOnlyKeys(names()),
        () -> Rules.assertKept(Invariants.AT_REST, recording),
        () -> Rules.assertKept(Invariants.WHOLE, recording),
        () -> Rules.assertKept(domains(namespace), recording),
        () -> assertHasAutoscalers(recording));
    AuditTail tail = plane.auditLog().tail();
    Instant quiet = Instant.now();
    pass(LOOK);
    assertThat(Writes.of(tail.next()).by(PlaneUser.OPERATOR).between(quiet, Instant.now()))
        .returns(0, Writes::count);
    System.out.printf(
        "seed %d: %d acts, %d changes recorded, operator started again %d times, webhook %d%n",
        seed, steps.size(), recording.events().size(), operator.restarts(), webhook.restarts());
  }

  /** Lets time pass in which nothing has to happen. */
  private static void pass(Duration time) {
    await().timeout(time.plusSeconds(1)).pollDelay(time).until(() -> true);
  }

  private static boolean isWhole(Recording recording) {
    return sets(recording).size() == MixedSet.ALL.size()
        && Invariants.check(Invariants.AT_REST, recording).isEmpty()
        && Invariants.check(Invariants.WHOLE, recording).isEmpty();
  }

  private static List<String> names() {
    return MixedSet.ALL.stream().map(MixedSet::name).toList();
  }

  private static Map<String, RecordedEvent> sets(Recording recording) {
    return recording.atEnd().stream()
        .filter(event -> event.kind().equals("PodCliqueSet"))
        .collect(Collectors.toMap(RecordedEvent::name, Function.identity()));
  }

  /** Nobody at any time was in the rack of another group, or on the node of another subgroup. */
  private List<Invariant> domains(TestNamespace namespace) {
    List<Node> nodes = client.nodes().withLabel(ROOM, namespace.name()).list().getItems();
    return List.of(
        new OneDomainEach(Labels.GROUP_KEY, NodeShape.RACK, values(nodes, NodeShape.RACK)),
        new OneDomainEach(Labels.SUBGROUP_KEY, MixedSet.HOST, values(nodes, MixedSet.HOST)));
  }

  private static Map<String, String> values(List<Node> nodes, String key) {
    return nodes.stream()
        .map(Node::getMetadata)
        .collect(Collectors.toMap(ObjectMeta::getName, node -> node.getLabels().get(key)));
  }

  /** Those that the sets ask for and no others, each of something that exists. */
  private void assertHasAutoscalers(Recording recording) {
    Map<String, RecordedEvent> sets = sets(recording);
    List<String> demanded =
        MixedSet.ALL.stream()
            .flatMap(set ->
                IntStream.range(0, sets.get(set.name()).spec().path("replicas").asInt())
                    .boxed()
                    .flatMap(replica -> set.autoscalers(replica).stream()))
            .toList();
    Set<String> present =
        recording.atEnd().stream().map(RecordedEvent::uid).collect(Collectors.toSet());
    assertThat(client.autoscaling().v2().horizontalPodAutoscalers().list().getItems())
        .allMatch(autoscaler -> present.contains(PodFacts.ownerUid(autoscaler)))
        .extracting(autoscaler -> autoscaler.getMetadata().getName())
        .containsExactlyInAnyOrderElementsOf(demanded);
  }
}
