package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Pods with one value of a label are on nodes with one value of another, and alone there. Judged
 * from labels alone; pods that are being deleted count until they are gone. What is wrong with two
 * pods is told once.
 */
public final class OneDomainEach implements RunningRule {

  private final String label;
  private final String topologyKey;
  private final Map<String, String> domains;

  /**
   * The rule for one level.
   *
   * @param label that of pods which tells who belongs together; pods without it do not count
   * @param topologyKey the label of nodes that tells the domains
   * @param domains its value by the name of the node; nodes that have none do not count
   */
  public OneDomainEach(String label, String topologyKey, Map<String, String> domains) {
    this.label = label;
    this.topologyKey = topologyKey;
    this.domains = Map.copyOf(domains);
  }

  @Override
  public String rule() {
    return "pods with one %s are in one %s, and no others are there".formatted(label, topologyKey);
  }

  @Override
  public Judge judge(Recording gaps) {
    return new Occupants(gaps);
  }

  private record Occupant(RecordedEvent event, String key, String domain) {}

  private final class Occupants implements Judge {

    private final Recording gaps;
    private final Map<String, Occupant> present = new LinkedHashMap<>();
    private final Set<Set<String>> reported = new HashSet<>();

    Occupants(Recording gaps) {
      this.gaps = gaps;
    }

    @Override
    public Stream<Violation> take(RecordedEvent event) {
      if (!event.kind().equals(RecordedPod.KIND)) {
        return Stream.empty();
      }
      present.remove(event.uid());
      String key = event.label(label);
      RecordedPod pod = new RecordedPod(event);
      String domain = pod.isActive() ? domains.getOrDefault(pod.node(), "") : "";
      if (key.isEmpty() || domain.isEmpty()) {
        return Stream.empty();
      }
      Occupant newest = new Occupant(event, key, domain);
      List<Violation> violations = new ArrayList<>();
      for (Occupant other : present.values()) {
        boolean together = other.key().equals(key);
        boolean there = other.domain().equals(domain);
        if (together != there && reported.add(Set.of(event.uid(), other.event().uid()))) {
          violations.add(violation(other, newest));
        }
      }
      present.put(event.uid(), newest);
      return gaps.isUncertain(RecordedPod.KIND, event.resourceVersion())
          ? Stream.empty()
          : violations.stream();
    }
  }

  private Violation violation(Occupant other, Occupant newest) {
    String pods = "pods %s and %s".formatted(other.event().name(), newest.event().name());
    return Violation.of(
        this,
        other.domain().equals(newest.domain())
            ? "%s of different %s are both in %s %s"
                .formatted(pods, label, topologyKey, newest.domain())
            : "%s of one %s are in %s %s and %s"
                .formatted(pods, label, topologyKey, other.domain(), newest.domain()),
        other.event(),
        newest.event());
  }
}
