package dev.coppice.core.subgroup;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What tells a group of pods from every other of the cluster, with the keys by which its pods
 * attract and repel each other. They outlive the objects: a group that is made again has the same.
 *
 * @param namespace the namespace of its pods
 * @param kind what the group is
 * @param name the PodClique, or the scaling group with the index of its replica
 */
public record GroupName(String namespace, Kind kind, String name) {

  /** What can be a group. Without it in the keys a clique and a replica could have the same. */
  public enum Kind {
    /** A PodClique that belongs to no scaling group. */
    POD_CLIQUE("pclq"),
    /** One replica of a scaling group. */
    SCALING_GROUP_REPLICA("pcsg");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  /** That of a PodClique. */
  public static GroupName ofPodClique(String namespace, String podClique) {
    return new GroupName(namespace, Kind.POD_CLIQUE, podClique);
  }

  /** That of one replica of a scaling group; {@code group} is the PodCliqueScalingGroup. */
  public static GroupName ofReplica(String namespace, String group, int replica) {
    return new GroupName(namespace, Kind.SCALING_GROUP_REPLICA, group + "-" + replica);
  }

  /** The key of the whole group, the value of a label. */
  public String key() {
    return sha1(text());
  }

  /** The key of one of its subgroups, the value of a label. */
  public String key(int subGroup) {
    return sha1(text() + "/" + subGroup);
  }

  // No part has a slash in it, so that no two groups have one text.
  private String text() {
    return namespace + "/" + kind.text + "/" + name;
  }

  static String sha1(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
