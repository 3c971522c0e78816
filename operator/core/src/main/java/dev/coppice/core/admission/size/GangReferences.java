package dev.coppice.core.admission.size;

import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.core.admission.name.LongestNames;
import dev.coppice.core.status.Words;

/**
 * How much of a PodGang its references take: it names each of its pods and their namespace, and has
 * to be stored as one object.
 *
 * @param pods how many pods it names
 * @param longestName how long the longest of their names is
 * @param namespace how long the name of their namespace is
 */
public record GangReferences(long pods, int longestName, int namespace) {

  /** What they may take, in bytes: the rest of what can be stored is for everything else in it. */
  private static final long MOST_BYTES = 1_400_000;

  /** Two fields and their quotes in JSON. */
  private static final int PUNCTUATION = 26;

  /** No clique has more pods, whatever its number says: each of them is in a gang. */
  public static final int MOST_PODS = (int) (MOST_BYTES / PUNCTUATION);

  /** Those of the gang with the minimum of a set replica. */
  public static GangReferences ofBase(PodCliqueSet set, LongestNames names) {
    PodCliqueSetTemplate template = set.getSpec().template();
    return new GangReferences(
        PodCount.ofBaseGang(template), names.longest(template).length(), namespace(set));
  }

  /** Those of the gang of one replica of a scaling group. */
  public static GangReferences ofGroupReplica(
      PodCliqueSet set, PodCliqueScalingGroupConfig group, LongestNames names) {
    PodCliqueSetTemplate template = set.getSpec().template();
    return new GangReferences(
        PodCount.ofGroupReplica(template, group),
        names.longest(template, group).length(),
        namespace(set));
  }

  /** With so many pods in place of others. */
  public GangReferences withPods(int others, int replicas) {
    return new GangReferences(
        PodCount.plus(Math.max(0, pods - others), replicas), longestName, namespace);
  }

  /** With a name of that length among the others. */
  public GangReferences withName(int length) {
    return new GangReferences(pods, Math.max(longestName, length), namespace);
  }

  /** What they take, in bytes. */
  long bytes() {
    return PodCount.times(pods, PUNCTUATION + longestName + namespace);
  }

  /** Whether they fit. */
  public boolean fit() {
    return bytes() <= MOST_BYTES;
  }

  /** What is wrong with references that do not fit. */
  public String tooLarge() {
    return Words.sentence(
        "a PodGang would refer to %d pods, which takes %d x (%d + %d + %d) = %d bytes; at most %d fit an object",
        pods, pods, PUNCTUATION, longestName, namespace, bytes(), MOST_BYTES);
  }

  private static int namespace(PodCliqueSet set) {
    String namespace = set.getMetadata().getNamespace();
    return namespace == null ? 0 : namespace.length();
  }
}
