package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Sets of groups of four pods in two subgroups, all of which want domains for themselves, and how
 * the pods of such a group have to be labelled and placed. Nothing of it asks the operator.
 */
enum ExclusiveGroups {
  /** Each group is a PodClique. */
  CLIQUES("pclq") {
    @Override
    String manifest(String set, int groups) {
      return Sets.manifest(set, groups, Sets.clique("work", SIZE, SIZE))
          .replace(
              "metadata: {name: %s}".formatted(set),
              "metadata: {name: %s, annotations: %s}".formatted(set, ANNOTATIONS))
          .replace("podSpec:\n", "subGroupPolicy: " + POLICY + "\n        podSpec:\n")
          .replace("containers:", POD + "\n          containers:");
    }

    @Override
    String group(String set, int group) {
      return "%s-%d-work".formatted(set, group);
    }

    @Override
    String host(String set, int group, int slot) {
      return "%s-%d".formatted(group(set, group), slot);
    }
  },

  /** Each group is a replica of a scaling group, and its leader has a template of its own. */
  REPLICAS("pcsg") {
    @Override
    String manifest(String set, int groups) {
      return Sets.manifest(
                  set, 1, Sets.clique("lead", 1, 1), Sets.clique("work", SIZE - 1, SIZE - 1))
              .replace("containers:", POD + "\n          containers:")
          + """
              podCliqueScalingGroups:
              - name: g
                cliqueNames: [lead, work]
                replicas: %d
                minAvailable: 1
                annotations: %s
                subGroupPolicy: %s
          """
              .formatted(groups, ANNOTATIONS, POLICY);
    }

    @Override
    String group(String set, int group) {
      return "%s-0-g-%d".formatted(set, group);
    }

    @Override
    String host(String set, int group, int slot) {
      return slot == 0
          ? group(set, group) + "-lead-0"
          : "%s-work-%d".formatted(group(set, group), slot - 1);
    }
  };

  static final int SIZE = 4;
  static final String ANNOTATIONS =
      "{grove.io/exclusive-topology: %s, grove.io/subgroup-exclusive-topology: %s}"
          .formatted(ExclusiveNodes.BLOCK, ExclusiveNodes.SLICE);

  private static final int SUBGROUP_SIZE = 2;
  private static final String POLICY =
      "{subGroupPolicyType: LeaderWorker, subGroupSize: %d}".formatted(SUBGROUP_SIZE);
  private static final String POD =
      ExclusiveNodes.selector() + "\n          terminationGracePeriodSeconds: 1";

  private final String kind;

  ExclusiveGroups(String kind) {
    this.kind = kind;
  }

  /** A set with so many groups. */
  abstract String manifest(String set, int groups);

  /** The name of a group, of which its keys are made. */
  abstract String group(String set, int group);

  /** The host name of a pod. */
  abstract String host(String set, int group, int slot);

  /** The same set whose containers have another image. */
  String updated(String set, int groups) {
    return manifest(set, groups).replace("model:1", "model:2");
  }

  /**
   * How the pods of a set are placed if each group has a block and each subgroup a slice: the hosts
   * of each slice, by blocks. Which ones these are is not said.
   */
  Set<Set<Set<String>>> places(String set, int groups) {
    return IntStream.range(0, groups)
        .mapToObj(group ->
            IntStream.range(0, SIZE / SUBGROUP_SIZE)
                .mapToObj(subGroup ->
                    IntStream.range(0, SUBGROUP_SIZE)
                        .mapToObj(rank -> host(set, group, subGroup * SUBGROUP_SIZE + rank))
                        .collect(Collectors.toSet()))
                .collect(Collectors.toSet()))
        .collect(Collectors.toSet());
  }

  /** Sees that each pod that there was at any time had the labels of its slot, and of no other. */
  void assertLabelled(Recording recording, String namespace, String set, int groups) {
    Map<String, Map<String, String>> expected = new HashMap<>();
    for (int group = 0; group < groups; group++) {
      String name = "%s/%s/%s".formatted(namespace, kind, group(set, group));
      for (int slot = 0; slot < SIZE; slot++) {
        int subGroup = slot / SUBGROUP_SIZE;
        expected.put(
            host(set, group, slot),
            Map.of(
                Labels.GROUP_KEY, sha1(name),
                Labels.GROUP_WORKER_INDEX, Integer.toString(slot),
                Labels.SUBGROUP_INDEX, Integer.toString(subGroup),
                Labels.SUBGROUP_WORKER_INDEX, Integer.toString(slot % SUBGROUP_SIZE),
                Labels.SUBGROUP_KEY, sha1(name + "/" + subGroup)));
      }
    }
    List<Pod> pods =
        recording
            .ofKind("Pod")
            .filter(event -> event.label(Labels.PART_OF).equals(set))
            .map(RecordedEvent::typed)
            .map(Pod.class::cast)
            .toList();
    assertThat(pods)
        .isNotEmpty()
        .allSatisfy(pod ->
            assertThat(pod.getMetadata().getLabels())
                .containsAllEntriesOf(expected.get(pod.getSpec().getHostname())));
  }

  private static String sha1(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
