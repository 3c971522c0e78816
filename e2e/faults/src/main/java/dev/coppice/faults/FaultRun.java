package dev.coppice.faults;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.oracle.Violation;
import dev.coppice.testkit.oracle.ViolationReport;
import dev.coppice.testkit.plane.AuditTail;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Recording;
import dev.coppice.testkit.recorder.Rest;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** One run of a flow in a namespace of its own, from the empty namespace to rest. */
final class FaultRun implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /**
   * What all others are compared with is taken late: the last status may be written half a second
   * after all else, and later on a busy machine.
   */
  private static final Duration QUIET_OF_EXPECTED = Rest.QUIET.multipliedBy(4);

  private final FaultRig rig;
  private final String namespace;
  private final KubernetesClient client;
  private final Recorder recorder;
  private final Stage stage;

  private FaultRun(FaultRig rig, String namespace) {
    this.rig = rig;
    this.namespace = namespace;
    this.client = rig.plane().client(PlaneUser.ADMIN, namespace);
    client
        .namespaces()
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
    this.recorder = Recorder.inNamespace(client, namespace);
    this.stage =
        new Stage(
            new Kubectl(rig.plane().kubectl(), rig.plane().kubeconfig(PlaneUser.ADMIN), namespace),
            client,
            recorder,
            rig.proxy(),
            rig.operator()::absence);
  }

  static FaultRun open(FaultRig rig, String namespace) {
    return new FaultRun(rig, namespace);
  }

  /** How a run ended. */
  record Outcome(FaultPlan plan, Recording recording, List<String> complaints) {}

  /** Plays the flow with a fault in it, and waits until the end state is as expected. */
  Outcome play(Flow flow, Optional<Fault> fault, Optional<EndState> expected) {
    FaultPlan plan = new FaultPlan(namespace, fault, rig.operator()::kill);
    List<String> complaints = new ArrayList<>();
    try {
      flow.given().in(stage);
      rest(Rest.QUIET, FaultRun::looksSettled);
      AuditTail trail = rig.plane().auditLog().tail();
      rig.proxy().follow(plan);
      flow.when().in(stage);
      Predicate<Recording> asExpected =
          recording ->
              looksSettled(recording)
                  && expected.map(state -> state.equals(endState(recording))).orElse(true);
      if (!rest(expected.isPresent() ? Rest.QUIET : QUIET_OF_EXPECTED, asExpected)) {
        complaints.add(whyNotAtRest(recorder.upToDate(), expected));
      }
      complaints.addAll(doubts(plan, trail, fault));
    } catch (RuntimeException e) {
      complaints.add("the flow does not reach its end: " + e.getMessage());
    }
    rig.proxy().follow(FaultPlan.none());
    Recording recording = recorder.recording();
    List<Violation> violations = new ArrayList<>(Invariants.check(Invariants.ALWAYS, recording));
    violations.addAll(Invariants.check(flow.rules(), recording));
    if (!violations.isEmpty()) {
      complaints.add(ViolationReport.of(violations, recording));
    }
    return new Outcome(plan, recording, List.copyOf(complaints));
  }

  /** Rest counts only if no kill has come between: the next process may have more to do. */
  private boolean rest(Duration quiet, Predicate<Recording> asItShall) {
    int kills;
    boolean rested;
    do {
      kills = rig.operator().awaitReady();
      rested = recorder.rest().fromNow().await(quiet, PATIENCE, asItShall).isPresent();
    } while (rig.operator().kills() != kills);
    return rested;
  }

  private static boolean looksSettled(Recording recording) {
    return Invariants.check(Invariants.AT_REST, recording).isEmpty();
  }

  private String whyNotAtRest(Recording recording, Optional<EndState> expected) {
    List<Violation> violations = Invariants.check(Invariants.AT_REST, recording);
    if (!violations.isEmpty()) {
      return ViolationReport.of(violations, recording);
    }
    String difference = expected.map(endState(recording)::difference).orElse("");
    return difference.isEmpty()
        ? "something still changed after %d s".formatted(PATIENCE.toSeconds())
        : "another end state than without the fault:\n" + difference;
  }

  /** Whether the API server's own log contradicts that the fault struck where it was to. */
  private static List<String> doubts(FaultPlan plan, AuditTail trail, Optional<Fault> fault) {
    Optional<CountedWrite> struck = plan.struckWrite();
    if (struck.isEmpty()) {
      return List.of();
    }
    boolean mustReach =
        switch (fault.orElseThrow()) {
          case Fault.KillBefore _, Fault.Answer _ -> false;
          case Fault.KillAfter _, Fault.Drop _, Fault.Late _, Fault.Delay _ -> true;
          case Fault.OnWatch _ -> struck.get().reached();
        };
    boolean logged =
        trail.next().stream().anyMatch(request -> request.id().equals(struck.get().auditId()));
    return logged == mustReach && struck.get().reached() == mustReach
        ? List.of()
        : List.of(
            "not proven: the write %s the API server by its audit log"
                .formatted(mustReach ? "did not reach" : "reached"));
  }

  EndState endState(Recording recording) {
    return EndState.of(recording, namespace);
  }

  @Override
  public void close() {
    recorder.close();
    // First: it would otherwise go on filling a namespace that is on its way out.
    client.resources(PodCliqueSet.class).delete();
    client.namespaces().withName(namespace).delete();
    client.close();
  }
}
