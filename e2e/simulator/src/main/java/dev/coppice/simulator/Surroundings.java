package dev.coppice.simulator;

import dev.coppice.api.Labels;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.scheduler.workload.PlacedGroup;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.model.Mistakes;
import dev.coppice.simulator.model.ModelNodes;
import dev.coppice.simulator.model.ModelScheduler;
import dev.coppice.simulator.model.Policies;
import dev.coppice.testkit.oracle.PodFacts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The garbage collector, the scheduler, the kubelets and the policies of a simulation. */
final class Surroundings {

  /** The key under which a policy marks what is written. */
  static final String MARK = "example.com/team";

  /** What changes everything at once. */
  static final Set<Verb> TURNS =
      EnumSet.of(
          Verb.OUTAGE,
          Verb.RECOVERY,
          Verb.HANG,
          Verb.LOOSEN,
          Verb.FILL,
          Verb.HEAL,
          Verb.OVERLOOK,
          Verb.FIND,
          Verb.ACCEPT,
          Verb.GET_AHEAD,
          Verb.FALL_BEHIND,
          Verb.ENFORCE);

  private static final Duration WRONG = Duration.ofMinutes(5);

  private final ClusterModel cluster;
  private final Mistakes mistakes;
  private final ModelNodes nodes;
  private final ModelScheduler scheduler;
  private final Set<Place> stranded = new HashSet<>();
  private final Set<Place> sick = new HashSet<>();
  private final Set<String> spoilt = new HashSet<>();
  private final Set<String> overlooked = new HashSet<>();
  private int room = Integer.MAX_VALUE;
  private @Nullable Verb clocks;
  private boolean outage;
  private boolean hanging;
  private boolean enforced;

  Surroundings(ClusterModel cluster, Mistakes mistakes) {
    this.cluster = cluster;
    this.mistakes = mistakes;
    nodes = new ModelNodes(cluster);
    scheduler = new ModelScheduler(cluster, nodes);
  }

  /** An index of a PodClique, whoever bears its name. */
  private record Place(String clique, String index) {

    static Place of(Pod pod) {
      return new Place(
          PodFacts.label(pod, Labels.POD_CLIQUE), PodFacts.label(pod, Labels.POD_INDEX));
    }
  }

  /** What a verb could happen to. */
  List<? extends HasMetadata> candidates(Verb verb) {
    return switch (verb) {
      case COLLECT ->
          Stream.<HasMetadata>concat(garbage(), scheduler.unprotected().stream()).toList();
      case BIND -> scheduler.next(this::hasRoom);
      case START ->
          pods(pod ->
              !outage
                  && PodFacts.isLive(pod)
                  && isBound(pod)
                  && !PodFacts.saysReady(pod)
                  && !nodes.isHeld(pod)
                  && !sick.contains(Place.of(pod))
                  && !spoilt.contains(image(pod)));
      case STRAND -> pods(pod -> !stranded.contains(Place.of(pod)));
      case SICKEN -> pods(pod -> !sick.contains(Place.of(pod)));
      case SPOIL -> pods(pod -> PodFacts.isLive(pod) && !spoilt.contains(image(pod)));
      case STALL -> pods(pod -> PodFacts.isReady(pod));
      case FAIL -> pods(pod -> PodFacts.isLive(pod) && isBound(pod));
      case FINISH -> pods(pod -> !hanging && Ownership.isTerminating(pod));
      default -> List.of();
    };
  }

  private Stream<HasMetadata> garbage() {
    return cluster.garbage().stream()
        .filter(object -> !overlooked.contains(object.getMetadata().getUid()));
  }

  private boolean hasRoom(Pod pod) {
    return !outage && !stranded.contains(Place.of(pod)) && bound() < room;
  }

  private int bound() {
    return pods(Surroundings::isBound).size();
  }

  private static String image(Pod pod) {
    return pod.getSpec().getContainers().getFirst().getImage();
  }

  /** Whether a change of everything at once would be one. */
  boolean canTurn(Verb verb) {
    return switch (verb) {
      case OUTAGE -> !outage;
      case RECOVERY -> outage;
      case HANG -> !hanging;
      case LOOSEN -> hanging;
      case FILL -> room == Integer.MAX_VALUE;
      case HEAL ->
          !stranded.isEmpty() || !sick.isEmpty() || !spoilt.isEmpty() || room < Integer.MAX_VALUE;
      case OVERLOOK -> garbage().findAny().isPresent();
      case FIND -> !overlooked.isEmpty();
      case ACCEPT -> mistakes.areRefused();
      case GET_AHEAD, FALL_BEHIND -> clocks != verb;
      case ENFORCE -> !enforced;
      default -> false;
    };
  }

  /** Changes everything at once. */
  void turn(Verb verb) {
    switch (verb) {
      case OUTAGE, RECOVERY -> outage = verb == Verb.OUTAGE;
      case HANG, LOOSEN -> hanging = verb == Verb.HANG;
      case FILL -> room = bound();
      case HEAL -> {
        room = Integer.MAX_VALUE;
        stranded.clear();
        sick.clear();
        spoilt.clear();
      }
      case OVERLOOK ->
          garbage().map(object -> object.getMetadata().getUid()).forEach(overlooked::add);
      case FIND -> overlooked.clear();
      case ACCEPT -> mistakes.accept();
      case GET_AHEAD, FALL_BEHIND -> {
        clocks = verb;
        nodes.setClocks(verb == Verb.GET_AHEAD ? WRONG : WRONG.negated());
      }
      case ENFORCE -> {
        enforced = true;
        UnaryOperator<HasMetadata> marking = Policies.marking(MARK, "a");
        UnaryOperator<HasMetadata> filling = Policies.onPodSpecs(Surroundings::filled);
        cluster.enforce(object -> marking.apply(filling.apply(object)));
      }
      default -> throw new IllegalArgumentException(verb.name());
    }
  }

  private List<Pod> pods(Predicate<Pod> which) {
    return cluster.all(Pod.class).filter(which).toList();
  }

  /** Lets it happen. */
  void act(Verb verb, HasMetadata object) {
    switch (verb) {
      case COLLECT -> collect(object);
      case BIND -> scheduler.decide((Pod) object, this::hasRoom);
      case START -> nodes.start((Pod) object);
      case STALL -> nodes.stall((Pod) object);
      case FAIL -> nodes.fail((Pod) object);
      case FINISH -> nodes.finish((Pod) object);
      case STRAND -> stranded.add(Place.of((Pod) object));
      case SICKEN -> sick.add(Place.of((Pod) object));
      case SPOIL -> spoilt.add(image((Pod) object));
      default -> throw new IllegalArgumentException(verb.name());
    }
  }

  private void collect(HasMetadata object) {
    if (object instanceof PlacedGroup group && Ownership.isTerminating(group)) {
      scheduler.release(group);
    } else {
      cluster.delete(object);
    }
  }

  private static PodSpec filled(PodSpec spec) {
    return new PodSpecBuilder(spec).addToNodeSelector(MARK, "a").build();
  }

  private static boolean isBound(Pod pod) {
    return pod.getSpec().getNodeName() != null;
  }
}
