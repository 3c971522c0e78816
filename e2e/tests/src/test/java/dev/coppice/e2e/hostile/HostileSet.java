package dev.coppice.e2e.hostile;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Sets as JSON, for those who put into them what no client would. */
final class HostileSet {

  static final String NAME = "offender";

  private HostileSet() {}

  /** A set of one clique of one pod. */
  static String of(int replicas, String metadata, String podSpec) {
    return whole(replicas, metadata, clique("worker", podSpec));
  }

  /** A set of these cliques. */
  static String whole(int replicas, String metadata, String cliques) {
    return """
    {"apiVersion":"grove.io/v1alpha1","kind":"PodCliqueSet","metadata":{"name":"%s"%s},
     "spec":{"replicas":%d,"template":{"cliques":[%s]}}}\
    """
        .formatted(NAME, metadata, replicas, cliques);
  }

  /** One whose schedulerName takes 512 KiB and differs from that of each of 63 other cliques. */
  static String ofLongScheduler() {
    return whole(
        0,
        "",
        IntStream.range(0, 64)
            .mapToObj(clique ->
                clique(
                    "c" + clique,
                    container(
                        ",\"schedulerName\":\"%s\""
                            .formatted(clique == 0 ? "x".repeat(512 << 10) : "y"))))
            .collect(Collectors.joining(",")));
  }

  /** The same set by another name. */
  static String named(String name, String set) {
    return set.replaceFirst("\"name\":\"" + NAME + "\"", "\"name\":\"" + name + "\"");
  }

  /** So many annotations with values of this length, as more metadata of a set. */
  static String annotations(int count, int length) {
    return ",\"annotations\":{%s}"
        .formatted(
            IntStream.range(0, count)
                .mapToObj(key -> "\"example.com/k%d\":\"%s\"".formatted(key, "v".repeat(length)))
                .collect(Collectors.joining(",")));
  }

  /** A clique of one pod. */
  static String clique(String name, String podSpec) {
    return """
    {"name":"%s","spec":{"replicas":1,"podSpec":{%s}}}\
    """
        .formatted(name, podSpec);
  }

  /** The containers that every podSpec has, with more fields of the podSpec behind them. */
  static String container(String more) {
    return container("{\"cpu\":\"10m\"}", more);
  }

  /** The same with these requests. */
  static String container(String requests, String more) {
    return """
    "containers":[{"name":"main","image":"registry.example/model:1","resources":{"requests":%s}}]%s\
    """
        .formatted(requests, more);
  }

  /** A value within so many lists. */
  static String nested(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }

  /** So many bytes of empty objects, in a list. */
  static String empties(int bytes) {
    return "[" + "{},".repeat(bytes / 3) + "{}]";
  }

  /** A field that the model types as a number, and the schema not at all. */
  static String badClaim() {
    return claim("\"generation\":\"boom\"");
  }

  /** A volume with this metadata of its claim, of which the schema says nothing. */
  static String claim(String metadata) {
    return """
    ,"volumes":[{"name":"scratch","ephemeral":{"volumeClaimTemplate":{"metadata":{%s},"spec":{}}}}]\
    """
        .formatted(metadata);
  }
}
