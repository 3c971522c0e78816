package dev.coppice.faults;

import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Where a flow takes place: a namespace of its own.
 *
 * @param kubectl the user
 * @param client the same user, for what the command line cannot do
 * @param recorder tells what has happened
 * @param proxy lets the operator's writes wait for the user
 * @param absences begins absences of the operator
 */
public record Stage(
    Kubectl kubectl,
    KubernetesClient client,
    Recorder recorder,
    FaultProxy proxy,
    Supplier<Absence> absences) {

  /** Also on a machine that has ten times as much to do as it can. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  /** Waits until what exists looks as described. */
  public void awaitThat(String description, Predicate<Collection<RecordedEvent>> look) {
    await(description)
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(BETWEEN_LOOKS)
        .until(() -> look.test(recorder.recording().atEnd()));
  }

  /** Waits until a clique has exactly so many pods, all of them ready. */
  public void awaitReadyPods(String clique, int count) {
    awaitThat(
        "%s has %d ready pods".formatted(clique, count),
        all -> {
          List<RecordedEvent> pods = pods(all, clique);
          return pods.size() == count && pods.stream().allMatch(Outline::isReady);
        });
  }

  /** Waits until the set's status says that so many replicas are available, and no more exist. */
  public void awaitAvailable(String set, int replicas) {
    awaitThat(
        "%s has %d available replicas".formatted(set, replicas),
        all ->
            all.stream()
                .filter(event -> event.kind().equals("PodCliqueSet") && event.name().equals(set))
                .anyMatch(event ->
                    !event.isTerminating()
                        && event.status().path("availableReplicas").asInt() == replicas
                        && event.status().path("replicas").asInt() == replicas));
  }

  /** Waits until exactly what is told exists. */
  public void awaitOutline(Stream<String> lines) {
    awaitOutline(lines, Outline::of);
  }

  /** Waits until exactly what is told exists, and has come as far to a changed template. */
  public void awaitUpdateOutline(Stream<String> lines) {
    awaitOutline(lines, UpdateOutline::of);
  }

  private void awaitOutline(
      Stream<String> lines, Function<Collection<RecordedEvent>, String> outline) {
    String expected = Outline.sorted(lines);
    try {
      awaitThat("the outline", all -> outline.apply(all).equals(expected));
    } catch (ConditionTimeoutException e) {
      throw new IllegalStateException(
          "there should be%n%s%nand there is%n%s"
              .formatted(expected.indent(2), outline.apply(recorder.upToDate().atEnd()).indent(2)),
          e);
    }
  }

  /** The pods of a clique that exist, terminating ones included. */
  public List<RecordedEvent> pods(String clique) {
    return pods(recorder.upToDate().atEnd(), clique);
  }

  private static List<RecordedEvent> pods(Collection<RecordedEvent> all, String clique) {
    return all.stream()
        .filter(event -> event.kind().equals("Pod"))
        .filter(event -> event.label(Labels.POD_CLIQUE).equals(clique))
        .toList();
  }
}
