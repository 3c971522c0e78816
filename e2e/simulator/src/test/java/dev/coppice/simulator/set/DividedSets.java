package dev.coppice.simulator.set;

import dev.coppice.api.clique.SubGroupStatus;
import dev.coppice.core.pod.PodState;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** Sets of one clique that is divided into subgroups, with all their pods Ready. */
final class DividedSets {

  static final String CLIQUE = "s-0-a";

  private DividedSets() {}

  static SetFixture alone(int replicas, int minAvailable, String policy) {
    return settled(
        """
        metadata: {name: s}
        spec:
          replicas: 1
          template:
            cliques:
            - name: a
              spec:
                replicas: %d
                minAvailable: %d
                subGroupPolicy: %s
                podSpec: {containers: [{name: c, image: old}]}
        """
            .formatted(replicas, minAvailable, policy));
  }

  static SetFixture settled(String yaml) {
    SetFixture fixture = new SetFixture(yaml);
    fixture.settle();
    return fixture;
  }

  static SetFixture fours(int replicas, int minAvailable) {
    return alone(replicas, minAvailable, "{subGroupSize: 4}");
  }

  static List<Pod> live(SetFixture fixture) {
    return fixture.cluster.all(Pod.class).filter(pod -> PodState.of(pod).live()).toList();
  }

  static List<Integer> indices(SetFixture fixture) {
    return live(fixture).stream().map(pod -> PodState.of(pod).index()).sorted().toList();
  }

  static List<Integer> upTo(int end) {
    return IntStream.range(0, end).boxed().toList();
  }

  static SubGroupStatus subGroups(SetFixture fixture) {
    return Objects.requireNonNull(fixture.clique(CLIQUE).statusOrEmpty().subGroups());
  }
}
