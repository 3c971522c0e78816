package dev.coppice.e2e.acts;

import dev.coppice.api.Names;
import dev.coppice.e2e.acts.MixedSet.Group;
import dev.coppice.e2e.acts.MixedSet.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What is certain about a set after all the acts so far: its replicas, its image, its names. */
final class StandingSet {

  private static final String GROUP = "pcsg";
  private static final String CLIQUE = "pclq";

  private final MixedSet set;
  private int replicas;
  private int image = 1;
  private int restarts;

  /** Groups by their names, in all replicas that the set may have. */
  private final Map<String, Group> groups = new HashMap<>();

  /** How many replicas a group has at least; as the template says without one. */
  private final Map<String, Integer> groupReplicas = new HashMap<>();

  StandingSet(MixedSet set) {
    this.set = set;
    this.replicas = set.replicas();
    for (int replica = 0; replica < set.replicas(); replica++) {
      for (Group group : set.groups()) {
        groups.put(name(replica, group), group);
      }
    }
  }

  /** The most replicas that it may have. */
  int most() {
    return set.replicas();
  }

  Act.Apply apply() {
    return new Act.Apply(set, replicas, image);
  }

  Act update() {
    image++;
    return apply();
  }

  Act restart() {
    restarts++;
    return new Act.Restart(set.name(), restarts);
  }

  Act recreate() {
    groupReplicas.clear();
    return new Act.Recreate(set, replicas, image);
  }

  Act scaleTo(int wanted) {
    // Of a replica that goes and comes back nobody knows whether it had gone.
    IntStream.range(Math.min(replicas, wanted), set.replicas()).forEach(this::forgetScales);
    replicas = wanted;
    return new Act.Scale("pcs", set.name(), wanted);
  }

  private void forgetScales(int replica) {
    set.groups().forEach(group -> forgetScale(name(replica, group)));
  }

  /** A group that is made again begins with its template, if it had gone. */
  private void forgetScale(String group) {
    groupReplicas.computeIfPresent(
        group,
        (name, known) ->
            Math.min(known, Objects.requireNonNull(groups.get(name)).scale().replicas()));
  }

  private String name(int replica, Group group) {
    return Names.podCliqueScalingGroup(set.name(), replica, group.scale().name());
  }

  private int replicas(int replica, Group group) {
    return groupReplicas.getOrDefault(name(replica, group), group.scale().replicas());
  }

  /** Something that can be scaled, below the set. */
  record Scalable(String kind, String name, Part part) {}

  List<Scalable> scalables() {
    return IntStream.range(0, replicas)
        .boxed()
        .flatMap(replica ->
            Stream.concat(
                set.standalone().stream()
                    .map(clique ->
                        new Scalable(
                            CLIQUE,
                            Names.standalonePodClique(set.name(), replica, clique.name()),
                            clique)),
                set.groups().stream()
                    .map(group -> new Scalable(GROUP, name(replica, group), group.scale()))))
        .filter(scalable -> scalable.part().isScaled())
        .toList();
  }

  Act scale(Scalable scalable, int wanted) {
    if (scalable.kind().equals(GROUP)) {
      groupReplicas.put(scalable.name(), wanted);
    }
    return new Act.Scale(scalable.kind(), scalable.name(), wanted);
  }

  /** Names of all PodCliques. */
  List<String> cliques() {
    List<String> cliques = new ArrayList<>();
    for (int replica = 0; replica < replicas; replica++) {
      for (Part clique : set.standalone()) {
        cliques.add(Names.standalonePodClique(set.name(), replica, clique.name()));
      }
      for (Group group : set.groups()) {
        for (int member = 0; member < replicas(replica, group); member++) {
          for (String clique : group.cliques()) {
            cliques.add(Names.groupPodClique(name(replica, group), member, clique));
          }
        }
      }
    }
    return cliques;
  }

  /** All objects that the operator has made for it, pods aside. */
  List<Act.Delete> children() {
    List<Act.Delete> children = new ArrayList<>();
    cliques().forEach(clique -> children.add(new Act.Delete(CLIQUE, clique)));
    for (int replica = 0; replica < replicas; replica++) {
      children.add(new Act.Delete("service", Names.headlessService(set.name(), replica)));
      children.add(new Act.Delete("podgang", Names.basePodGang(set.name(), replica)));
      for (Group group : set.groups()) {
        children.add(new Act.Delete(GROUP, name(replica, group)));
      }
      set.autoscalers(replica)
          .forEach(autoscaler -> children.add(new Act.Delete("hpa", autoscaler)));
    }
    return children;
  }

  Act delete(Act.Delete child) {
    forgetScale(child.name());
    return child;
  }
}
