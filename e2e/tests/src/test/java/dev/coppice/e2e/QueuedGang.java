package dev.coppice.e2e;

import java.util.Optional;

/**
 * A set of one gang of one PodClique, as a user writes it.
 *
 * @param name the name of the set
 * @param pods how many pods it has
 * @param minAvailable how many of them it needs
 * @param place the line of a pod specification that says on which nodes they may be
 * @param queue the name of its queue; empty for none
 * @param priorityClass the name of its priority class; empty for none
 */
record QueuedGang(
    String name,
    int pods,
    int minAvailable,
    String place,
    Optional<String> queue,
    Optional<String> priorityClass) {

  /** One pod, without a queue and of no priority. */
  static QueuedGang of(String name, OnePodNodes nodes) {
    return new QueuedGang(name, 1, 1, nodes.selector(), Optional.empty(), Optional.empty());
  }

  QueuedGang ofPods(int all, int needed) {
    return new QueuedGang(name, all, needed, place, queue, priorityClass);
  }

  QueuedGang in(String queueName) {
    return new QueuedGang(name, pods, minAvailable, place, Optional.of(queueName), priorityClass);
  }

  QueuedGang ofPriority(String className) {
    return new QueuedGang(name, pods, minAvailable, place, queue, Optional.of(className));
  }

  /** The name of its PodGang. */
  String gang() {
    return name + "-0";
  }

  /** The name of its PodClique. */
  String clique() {
    return name + "-0-server";
  }

  String manifest() {
    String metadata = "metadata: {name: %s}".formatted(name);
    return Sets.manifest(name, 1, Sets.clique("server", pods, minAvailable))
        .replace(
            metadata,
            queue
                .map(
                    "metadata: {name: %s, labels: {kai.scheduler/queue: %%s}}".formatted(name)
                        ::formatted)
                .orElse(metadata))
        .replace(
            "podSpec:\n",
            "podSpec:\n          %s\n%s"
                .formatted(
                    place,
                    priorityClass.map("          priorityClassName: %s\n"::formatted).orElse("")));
  }
}
