package dev.coppice.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.scheduler.workload.PlacedGroup;
import dev.coppice.simulator.Sets;
import dev.coppice.simulator.Simulation;
import dev.coppice.simulator.Step;
import dev.coppice.simulator.Subject;
import dev.coppice.simulator.Verb;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Objects as they are in a cluster with sets that run, grown by the operator's own decisions.
 *
 * @param families the objects of one set, with all that the operator has made of it
 */
record Corpus(List<List<HasMetadata>> families) {

  private static final int SETS = 6;
  private static final int MOST_STEPS = 3_000;

  private static final List<Class<? extends HasMetadata>> KINDS =
      List.of(
          PodCliqueSet.class,
          PodCliqueScalingGroup.class,
          PodClique.class,
          PodGang.class,
          PlacedGroup.class,
          Service.class,
          HorizontalPodAutoscaler.class,
          Node.class,
          Pod.class);

  private static final List<Verb> GROWTH =
      List.of(Verb.RISE, Verb.LAND, Verb.HEAR, Verb.LOOK, Verb.SEND, Verb.BIND, Verb.START);

  /** Grows it, always the same. */
  static Corpus grown() {
    return new Corpus(
        Stream.of(Subject.production(), Subject.withNativeGangs(), Subject.withQueues())
            .flatMap(subject ->
                IntStream.range(0, SETS).mapToObj(seed -> family(subject, new Random(seed))))
            .toList());
  }

  private static List<HasMetadata> family(Subject subject, Random random) {
    Simulation simulation = new Simulation(subject, Sets.random(random), line -> {});
    for (int step = 0; step < MOST_STEPS; step++) {
      List<Verb> possible =
          GROWTH.stream().filter(verb -> simulation.candidates(verb) > 0).toList();
      if (possible.isEmpty()) {
        break;
      }
      simulation.take(new Step(HostileValue.pick(possible, random), random.nextInt(1_000), 0));
    }
    return KINDS.stream()
        .flatMap(kind -> simulation.cluster().all(kind))
        .map(HasMetadata.class::cast)
        .toList();
  }

  /** Any family. */
  List<HasMetadata> family(Random random) {
    return HostileValue.pick(families, random);
  }

  /** Any object. */
  HasMetadata object(Random random) {
    return HostileValue.pick(family(random), random);
  }

  /** An object as the API server would write it. */
  static JsonNode tree(HasMetadata object) {
    return Serialization.unmarshal(Serialization.asJson(object), JsonNode.class);
  }
}
