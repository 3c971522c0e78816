package dev.coppice.core.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All queues, by their parents. Any objects make one: a queue whose parent is missing stands at the
 * top, and a way along a cycle ends before a queue would come a second time.
 */
public final class QueueTree {

  /** More queues above one another are refused when they are written. */
  public static final int DEEPEST = 32;

  private final Map<String, QueueNode> nodes;
  private final Map<String, List<String>> children;
  private final Map<String, List<QueueNode>> cycles;
  private final Map<String, QueuePath> paths;

  private QueueTree(Map<String, QueueNode> nodes) {
    this.nodes = nodes;
    this.children = children(nodes);
    this.cycles = cycles(nodes);
    this.paths = paths(nodes, cycles);
  }

  /** The tree of these queues; of two with one name the last counts. */
  public static QueueTree of(Collection<QueueNode> queues) {
    Map<String, QueueNode> nodes = new TreeMap<>();
    queues.forEach(queue -> nodes.put(queue.name(), queue));
    return new QueueTree(nodes);
  }

  /** The tree with one queue in place of that of the same name, or beside the others. */
  public QueueTree with(QueueNode queue) {
    Map<String, QueueNode> changed = new TreeMap<>(nodes);
    changed.put(queue.name(), queue);
    return new QueueTree(changed);
  }

  /** Whether there is such a queue. */
  public boolean has(String queue) {
    return nodes.containsKey(queue);
  }

  /** The names of the queues right below one, sorted. */
  public List<String> children(String queue) {
    return children.getOrDefault(queue, List.of());
  }

  /**
   * The queues of the cycle that a queue is on, each the parent of the one before it, from the
   * first by name; empty if it is on none.
   */
  public List<String> cycle(String queue) {
    return cycles.getOrDefault(queue, List.of()).stream().map(QueueNode::name).toList();
  }

  /** The parent that a queue names and that is not there. */
  public Optional<String> missingParent(String queue) {
    return Optional.ofNullable(nodes.get(queue))
        .flatMap(QueueNode::parent)
        .filter(parent -> !nodes.containsKey(parent));
  }

  /** The names from the topmost queue that is reachable down to one; empty if it is not there. */
  public List<String> path(String queue) {
    return find(queue).map(QueuePath::names).orElse(List.of());
  }

  /** How many queues stand above one another in the branch that a queue begins, itself included. */
  public int height(String queue) {
    Set<String> counted = new HashSet<>();
    List<String> level = has(queue) ? List.of(queue) : List.of();
    int height = 0;
    while (!level.isEmpty()) {
      height++;
      counted.addAll(level);
      level =
          level.stream()
              .flatMap(above -> children(above).stream())
              .filter(below -> !counted.contains(below))
              .toList();
    }
    return height;
  }

  Optional<QueuePath> find(@Nullable String queue) {
    return queue == null ? Optional.empty() : Optional.ofNullable(paths.get(queue));
  }

  private static Map<String, List<String>> children(Map<String, QueueNode> nodes) {
    Map<String, List<String>> children = new HashMap<>();
    nodes
        .values()
        .forEach(queue ->
            queue
                .parent()
                .ifPresent(parent ->
                    children.computeIfAbsent(parent, _ -> new ArrayList<>()).add(queue.name())));
    children.replaceAll((_, below) -> List.copyOf(below));
    return children;
  }

  private static @Nullable QueueNode above(Map<String, QueueNode> nodes, QueueNode queue) {
    return queue.parent().map(nodes::get).orElse(null);
  }

  private static Map<String, List<QueueNode>> cycles(Map<String, QueueNode> nodes) {
    Map<String, List<QueueNode>> cycles = new HashMap<>();
    Set<String> seen = new HashSet<>();
    for (QueueNode start : nodes.values()) {
      List<QueueNode> way = new ArrayList<>();
      QueueNode at = start;
      while (at != null && seen.add(at.name())) {
        way.add(at);
        at = above(nodes, at);
      }
      int entry = at == null ? -1 : way.indexOf(at);
      if (entry >= 0) {
        List<QueueNode> cycle = fromFirst(way.subList(entry, way.size()));
        cycle.forEach(member -> cycles.put(member.name(), cycle));
      }
    }
    return cycles;
  }

  private static List<QueueNode> fromFirst(List<QueueNode> cycle) {
    List<QueueNode> turned = new ArrayList<>(cycle);
    QueueNode first = Collections.min(cycle, Comparator.comparing(QueueNode::name));
    Collections.rotate(turned, -cycle.indexOf(first));
    return List.copyOf(turned);
  }

  private static Map<String, QueuePath> paths(
      Map<String, QueueNode> nodes, Map<String, List<QueueNode>> cycles) {
    Map<String, QueuePath> paths = new HashMap<>();
    cycles.forEach((member, cycle) -> paths.put(member, around(cycle, member)));
    for (QueueNode queue : nodes.values()) {
      Deque<QueueNode> way = new ArrayDeque<>();
      QueueNode at = queue;
      while (at != null && !paths.containsKey(at.name())) {
        way.push(at);
        at = above(nodes, at);
      }
      QueuePath path = at == null ? null : paths.get(at.name());
      for (QueueNode next : way) {
        path = QueuePath.of(path, next);
        paths.put(next.name(), path);
      }
    }
    return paths;
  }

  /** The way of a queue on a cycle: all of it, down from the queue of which it is the parent. */
  private static QueuePath around(List<QueueNode> cycle, String member) {
    List<QueueNode> upwards = new ArrayList<>(cycle);
    while (!upwards.getFirst().name().equals(member)) {
      Collections.rotate(upwards, -1);
    }
    QueuePath path = QueuePath.of(null, upwards.getLast());
    for (QueueNode next : upwards.reversed().subList(1, upwards.size())) {
      path = QueuePath.of(path, next);
    }
    return path;
  }
}
