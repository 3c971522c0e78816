package dev.coppice.faults;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.RecordedEvent;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;

/** What users do with sets of standalone cliques. */
public final class StandaloneFlows {

  private static final String SET = "llm";
  private static final String PREFILL = "llm-0-prefill";
  private static final String DECODE = "llm-0-decode";

  /** A set of two cliques comes into being. */
  public static final Flow CREATE = new Flow("create", stage -> {}, StandaloneFlows::create);

  /**
   * A clique gets two pods more, and loses them again. Not one more: which of two pods of the same
   * age goes depends on whether a second began between them.
   */
  public static final Flow SCALE_CLIQUE =
      new Flow(
          "scale-clique",
          StandaloneFlows::create,
          stage -> {
            stage.kubectl().run("scale", "pclq", PREFILL, "--replicas=4");
            stage.awaitReadyPods(PREFILL, 4);
            stage.kubectl().run("scale", "pclq", PREFILL, "--replicas=2");
            stage.awaitReadyPods(PREFILL, 2);
          });

  /** A set gets a replica more, and loses it again. */
  public static final Flow SCALE_SET =
      new Flow(
          "scale-set",
          StandaloneFlows::create,
          stage -> {
            stage.kubectl().run("scale", "pcs", SET, "--replicas=2");
            stage.awaitAvailable(SET, 2);
            stage.kubectl().run("scale", "pcs", SET, "--replicas=1");
            stage.awaitAvailable(SET, 1);
            stage.awaitReadyPods("llm-1-prefill", 0);
          });

  /** A pod fails and is replaced. */
  public static final Flow FAIL_POD =
      new Flow("fail-pod", StandaloneFlows::create, StandaloneFlows::failPod);

  /** A set is deleted, and applied again while what it leaves is still there. */
  public static final Flow REAPPLY =
      new Flow(
          "reapply",
          StandaloneFlows::create,
          stage -> {
            List<String> before = stage.pods(PREFILL).stream().map(RecordedEvent::uid).toList();
            stage.kubectl().run("delete", "pcs", SET, "--wait=false");
            stage.kubectl().apply(manifest());
            stage.awaitThat(
                "all pods are new",
                all -> all.stream().noneMatch(event -> before.contains(event.uid())));
            awaitComplete(stage);
          });

  /** All of them. */
  public static final List<Flow> ALL = List.of(CREATE, SCALE_CLIQUE, SCALE_SET, FAIL_POD, REAPPLY);

  private StandaloneFlows() {}

  private static void create(Stage stage) {
    stage.kubectl().apply(manifest());
    awaitComplete(stage);
  }

  private static void awaitComplete(Stage stage) {
    stage.awaitReadyPods(PREFILL, 2);
    stage.awaitReadyPods(DECODE, 1);
    stage.awaitAvailable(SET, 1);
  }

  private static void failPod(Stage stage) {
    // Always the same index: the status keeps the failures of each.
    RecordedEvent lost =
        stage.pods(PREFILL).stream()
            .filter(pod -> pod.label(Labels.POD_INDEX).equals("0"))
            .findFirst()
            .orElseThrow();
    stage
        .client()
        .pods()
        .resource(
            new PodBuilder(stage.client().pods().withName(lost.name()).get())
                .editStatus()
                .withPhase("Failed")
                .withReason("Evicted")
                .withMessage("The node was low on resource: memory.")
                .endStatus()
                .build())
        .patchStatus();
    stage.awaitThat(
        "the failed pod is gone",
        all -> all.stream().noneMatch(event -> event.uid().equals(lost.uid())));
    awaitComplete(stage);
  }

  private static String manifest() {
    return """
    apiVersion: grove.io/v1alpha1
    kind: PodCliqueSet
    metadata: {name: %s}
    spec:
      replicas: 1
      template:
        cliques:
        - name: prefill
          spec:
            replicas: 2
            minAvailable: 1
            podSpec:
              containers:
              - {name: main, image: "registry.example/model:1", resources: {requests: {cpu: 10m}}}
        - name: decode
          spec:
            replicas: 1
            minAvailable: 1
            podSpec:
              containers:
              - {name: main, image: "registry.example/model:1", resources: {requests: {cpu: 10m}}}
    """
        .formatted(SET);
  }
}
