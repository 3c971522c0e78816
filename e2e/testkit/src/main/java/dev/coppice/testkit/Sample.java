package dev.coppice.testkit;

import static java.util.stream.Collectors.joining;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.LastError;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** A set to look at: applied, waited for, and explained when it does not become available. */
final class Sample {

  private static final String NAMESPACE = "default";
  private static final long PATIENCE_SECONDS = 180;

  private final KubernetesClient client;
  private final PodCliqueSet set;

  private Sample(KubernetesClient client, PodCliqueSet set) {
    this.client = client;
    this.set = set;
  }

  static Sample read(KubernetesClient client, Path manifest) {
    try {
      return new Sample(
          client, Serialization.unmarshal(Files.readString(manifest), PodCliqueSet.class));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + manifest, e);
    }
  }

  String name() {
    return set.getMetadata().getName();
  }

  void apply(String fieldManager) {
    client
        .resource(set)
        .inNamespace(NAMESPACE)
        .fieldManager(fieldManager)
        .forceConflicts()
        .serverSideApply();
  }

  /** Returns when the condition Available is True for the specification as it is now. */
  void awaitAvailable(Progress progress, OperatorProcess operator) {
    AtomicReference<String> told = new AtomicReference<>("");
    try {
      handle()
          .waitUntilCondition(
              seen -> {
                String message = available(seen).map(Condition::getMessage).orElse("");
                if (!message.isEmpty() && !message.equals(told.getAndSet(message))) {
                  progress.step(message);
                }
                return isAvailable(seen);
              },
              PATIENCE_SECONDS,
              TimeUnit.SECONDS);
    } catch (KubernetesClientTimeoutException e) {
      throw new IllegalStateException(diagnosis(operator), e);
    }
  }

  private Resource<PodCliqueSet> handle() {
    return client.resources(PodCliqueSet.class).inNamespace(NAMESPACE).withName(name());
  }

  private static boolean isAvailable(PodCliqueSet seen) {
    return available(seen)
        .filter(condition -> condition.getStatus().equals("True"))
        .filter(condition ->
            Objects.equals(condition.getObservedGeneration(), seen.getMetadata().getGeneration()))
        .isPresent();
  }

  private static Optional<Condition> available(PodCliqueSet seen) {
    return seen.statusOrEmpty().conditions().stream()
        .filter(condition -> condition.getType().equals(ConditionTypes.AVAILABLE))
        .findFirst();
  }

  /** What a person would look at first, in the order in which they would. */
  private String diagnosis(OperatorProcess operator) {
    PodCliqueSet seen = handle().get();
    List<Pod> pods =
        client.pods().inNamespace(NAMESPACE).withLabel(Labels.PART_OF, name()).list().getItems();
    return """
    PodCliqueSet %s is not available after %d s.
    conditions: %s
    errors: %s
    pods: %s
    The operator %s; the end of %s:
    %s\
    """
        .formatted(
            name(),
            PATIENCE_SECONDS,
            lines(seen.statusOrEmpty().conditions(), Sample::describe),
            lines(seen.statusOrEmpty().lastErrors(), LastError::description),
            lines(pods, Sample::describe),
            operator.alive() ? "runs" : "has ended",
            operator.logFile(),
            operator.logTail(15));
  }

  private static <T> String lines(List<T> all, Function<T, String> describe) {
    return all.isEmpty()
        ? "none"
        : all.stream().map(each -> "%n  %s".formatted(describe.apply(each))).collect(joining());
  }

  private static String describe(Condition condition) {
    return "%s=%s %s".formatted(condition.getType(), condition.getStatus(), condition.getMessage());
  }

  private static String describe(Pod pod) {
    return pod.getMetadata().getName()
        + pod.getStatus().getConditions().stream()
            .filter(condition -> condition.getStatus().equals("False"))
            .map(condition -> " %s=False %s".formatted(condition.getType(), condition.getMessage()))
            .collect(joining());
  }
}
