package dev.coppice.kube.cache;

import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What caches hold, in bytes, and who takes the most.
 *
 * @param kinds bytes of each kind; those of podSpecs stand under {@link #POD_SPEC}
 * @param namespaces the largest namespaces, the largest first
 * @param objects the largest objects, the largest first, each with its podSpecs, shared or not
 */
record CacheCensus(Map<String, Long> kinds, List<Share> namespaces, List<Share> objects) {

  /** Stands for the podSpecs, each of which counts once. */
  static final String POD_SPEC = "podspec";

  private static final int LARGEST = 5;
  private static final long MEBIBYTE = 1L << 20;
  private static final Comparator<Share> BY_SIZE =
      Comparator.comparingLong(Share::bytes).thenComparing(Share::name);

  /**
   * An object that is held.
   *
   * @param namespace empty if it is in none
   * @param bytes without its podSpecs
   * @param podSpecs those that it has a part in
   */
  record Held(String kind, String namespace, String name, long bytes, List<PodSpec> podSpecs) {

    private String text() {
      return namespace.isEmpty() ? kind + " " + name : kind + " " + namespace + "/" + name;
    }
  }

  /**
   * What is taken.
   *
   * @param name of a kind, a namespace or an object
   */
  record Share(String name, long bytes) {

    private String text() {
      return bytes < MEBIBYTE
          ? "%s (%d KiB)".formatted(name, bytes >> 10)
          : "%s (%d MiB)".formatted(name, bytes / MEBIBYTE);
    }
  }

  /**
   * Counts what is held.
   *
   * @param podSpecBytes bytes of a podSpec
   */
  static CacheCensus of(Stream<Held> all, ToLongFunction<PodSpec> podSpecBytes) {
    Map<String, Long> kinds = new HashMap<>();
    Map<String, Long> namespaces = new HashMap<>();
    PriorityQueue<Share> objects = new PriorityQueue<>(BY_SIZE);
    IdentityHashMap<PodSpec, Long> podSpecs = new IdentityHashMap<>();
    all.forEach(held -> {
      long whole = held.bytes();
      long added = held.bytes();
      kinds.merge(held.kind(), held.bytes(), Long::sum);
      for (PodSpec podSpec : held.podSpecs()) {
        Long known = podSpecs.get(podSpec);
        if (known == null) {
          known = podSpecBytes.applyAsLong(podSpec);
          podSpecs.put(podSpec, known);
          kinds.merge(POD_SPEC, known, Long::sum);
          added += known;
        }
        whole += known;
      }
      namespaces.merge(held.namespace(), added, Long::sum);
      objects.add(new Share(held.text(), whole));
      if (objects.size() > LARGEST) {
        objects.remove();
      }
    });
    namespaces.remove("");
    return new CacheCensus(
        Map.copyOf(kinds),
        largest(namespaces),
        objects.stream().sorted(BY_SIZE.reversed()).toList());
  }

  private static List<Share> largest(Map<String, Long> all) {
    return all.entrySet().stream()
        .map(entry -> new Share(entry.getKey(), entry.getValue()))
        .sorted(BY_SIZE.reversed())
        .limit(LARGEST)
        .toList();
  }

  /** The largest kinds, namespaces and objects, for people. */
  String text() {
    return "kinds: %s; namespaces: %s; objects: %s"
        .formatted(text(largest(kinds)), text(namespaces), text(objects));
  }

  private static String text(List<Share> shares) {
    return shares.isEmpty()
        ? "none"
        : shares.stream().map(Share::text).collect(Collectors.joining(", "));
  }
}
