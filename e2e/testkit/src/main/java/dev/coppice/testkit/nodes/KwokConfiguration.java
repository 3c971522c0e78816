package dev.coppice.testkit.nodes;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The configuration file of KWOK: which nodes it plays, and the stages of nodes and pods.
 *
 * <p>A stage that waits for its delay fires even if the node has died meanwhile, or if the pod has
 * changed so that no stage applies. Two guards in every pod template exclude both: the patch names
 * the pod's UID and resourceVersion, and rendering fails when the address of the node is {@value
 * #UNKNOWN_NODE_ADDRESS}, which is what KWOK takes for a node that it no longer plays.
 */
public final class KwokConfiguration {

  /** Reserved for documentation (RFC 5737), so that no simulated node ever has it. */
  static final String UNKNOWN_NODE_ADDRESS = "192.0.2.1";

  /**
   * What the stages of pods write {@code $NODE_NOW} for: the time by the clock of the node, and by
   * the same clock when it took up the pod, as a kubelet does when the pod is bound.
   */
  private static final String NODE_NOW =
      """
      {{ $now := Now }}{{ $taken := $now }}\
      {{ range dig "status" "conditions" list . }}\
      {{ if eq .type "PodScheduled" }}{{ $taken = or .lastTransitionTime $now }}{{ end }}\
      {{ end }}\
      {{ with dig "metadata" "annotations" "OFFSET" "" . }}\
      {{ $now = dateInZone "FORMAT" (now | dateModify .) "UTC" }}\
      {{ $taken = dateInZone "FORMAT" (toDate "FORMAT" $taken | dateModify .) "UTC" }}\
      {{ end }}\
      """
          .replace("OFFSET", SimAnnotations.CLOCK_OFFSET)
          .replace("FORMAT", "2006-01-02T15:04:05Z07:00");

  /**
   * What selectors write {@code $IS_STARTED_AGAIN} for: whether a kubelet starts the container
   * again that exits as its pod is told to. What the container says outranks what the pod says.
   */
  private static final String IS_STARTED_AGAIN =
      """
      (.metadata.annotations["CODE"] // "0" | tonumber) as $code \
      | .metadata.annotations["CONTAINER"] as $only \
      | .spec.restartPolicy as $pod \
      | first(.spec.containers[] | select($only == null or .name == $only)) \
      | any(.restartPolicyRules[]?; \
      (.exitCodes.operator == "In") == any(.exitCodes.values[]; . == $code)) \
      or ((.restartPolicy // $pod) as $policy \
      | $policy == "Always" or ($policy == "OnFailure" and $code != 0))\
      """
          .replace("CODE", SimAnnotations.EXIT_CODE)
          .replace("CONTAINER", SimAnnotations.EXIT_CONTAINER);

  private static final List<String> STAGES =
      List.of("kwok/node.yaml", "kwok/pod-start.yaml", "kwok/pod-end.yaml");

  private KwokConfiguration() {}

  /** The whole file, for nodes that count as lost after a silence of {@code nodeGracePeriod}. */
  public static String yaml(Duration nodeGracePeriod) {
    return Stream.concat(
            Stream.of(options(nodeGracePeriod)), STAGES.stream().map(KwokConfiguration::read))
        .collect(Collectors.joining("\n---\n"));
  }

  private static String options(Duration nodeGracePeriod) {
    // Heartbeats come every quarter of the lease. Without podsOnNodeSyncParallelism, whose own
    // default is never applied, the pods of a node that comes back stay as they were.
    return """
    apiVersion: config.kwok.x-k8s.io/v1alpha1
    kind: KwokConfiguration
    metadata: {name: kwok}
    options:
      manageNodesWithLabelSelector: '!%s'
      nodeIP: %s
      cidr: 10.0.0.0/8
      nodeLeaseDurationSeconds: %d
      podPlayStageParallelism: 16
      nodePlayStageParallelism: 8
      nodeLeaseParallelism: 8
      podsOnNodeSyncParallelism: 4
    """
        .formatted(SimAnnotations.DEAD_NODE, UNKNOWN_NODE_ADDRESS, nodeGracePeriod.toSeconds() + 2);
  }

  private static String read(String resource) {
    try (InputStream in = KwokConfiguration.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("not on the class path: " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("$NODE_NOW", NODE_NOW)
          .replace("$IS_STARTED_AGAIN", IS_STARTED_AGAIN);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }
}
