package dev.coppice.core.pod;

import dev.coppice.api.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;

/** A pod in the words of a test table. */
public record TestPod(PodBuilder builder) {

  static final String HASH = "v1-aaaaaaaaaa";
  public static final Instant EPOCH = Instant.parse("2026-08-19T10:00:00Z");

  /** A Ready pod of the current template, created at {@link #EPOCH}. */
  public static TestPod ready(int index) {
    return pending(index)
        .with(
            new PodBuilder()
                .withNewSpec()
                .withNodeName("node-0")
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .addNewCondition()
                .withType("PodScheduled")
                .withStatus("True")
                .endCondition()
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .withLastTransitionTime(EPOCH.toString())
                .endCondition()
                .endStatus()
                .build());
  }

  /** A pod that no scheduler has seen. */
  public static TestPod pending(int index) {
    return new TestPod(
            new PodBuilder()
                .withNewMetadata()
                .withNamespace("ai")
                .withCreationTimestamp(EPOCH.toString())
                .addToLabels(Labels.POD_INDEX, Integer.toString(index))
                .addToLabels(Labels.POD_TEMPLATE_HASH, HASH)
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .withNewStatus()
                .withPhase("Pending")
                .endStatus())
        .named("pod-" + index);
  }

  /** A pod that is bound and runs, but is not Ready. */
  public static TestPod starting(int index) {
    TestPod pod = ready(index);
    pod.builder
        .editStatus()
        .editMatchingCondition(condition -> condition.getType().equals("Ready"))
        .withStatus("False")
        .endCondition()
        .endStatus();
    return pod;
  }

  private TestPod with(Pod like) {
    builder.withSpec(like.getSpec()).withStatus(like.getStatus());
    return this;
  }

  /** Name and UID. */
  TestPod named(String name) {
    builder.editMetadata().withName(name).withUid(name).endMetadata();
    return this;
  }

  /** As a scheduler leaves a pod that was bound after it had given up. */
  TestPod calledUnschedulable() {
    builder
        .editStatus()
        .editMatchingCondition(condition -> condition.getType().equals("PodScheduled"))
        .withStatus("False")
        .withReason("SchedulerError")
        .endCondition()
        .endStatus();
    return this;
  }

  public TestPod phase(String phase) {
    builder.editStatus().withPhase(phase).endStatus();
    return this;
  }

  TestPod createdSecondsLater(long seconds) {
    builder
        .editMetadata()
        .withCreationTimestamp(EPOCH.plusSeconds(seconds).toString())
        .endMetadata();
    return this;
  }

  public TestPod outdated() {
    builder.editMetadata().addToLabels(Labels.POD_TEMPLATE_HASH, "v1-zzzzzzzzzz").endMetadata();
    return this;
  }

  public TestPod terminating() {
    builder.editMetadata().withDeletionTimestamp(EPOCH.toString()).endMetadata();
    return this;
  }

  public TestPod gated() {
    builder.editSpec().addNewSchedulingGate("example.com/gate").endSpec();
    return this;
  }

  TestPod readySince(Instant since) {
    builder
        .editStatus()
        .editMatchingCondition(condition -> condition.getType().equals("Ready"))
        .withLastTransitionTime(since.toString())
        .endCondition()
        .endStatus();
    return this;
  }

  public PodState state() {
    return PodState.of(builder.build());
  }
}
