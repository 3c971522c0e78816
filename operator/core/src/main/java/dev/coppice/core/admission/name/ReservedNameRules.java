package dev.coppice.core.admission.name;

import dev.coppice.api.Names;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.rule.Breach;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Names in a pod template that belong to what the operator adds for the startup order. */
public final class ReservedNameRules {

  private ReservedNameRules() {}

  public static Stream<Breach> breaches(PodCliqueSet set) {
    Stream.Builder<Breach> breaches = Stream.builder();
    Parts.forEachClique(
        set,
        (path, clique) -> {
          Place place = new Place(clique.name(), Paths.podSpec(path), breaches);
          PodSpec pod = clique.spec().podSpec();
          place.check(
              "containers", pod.getContainers(), Container::getName, Names.STARTUP_CONTAINER);
          place.check(
              "initContainers",
              pod.getInitContainers(),
              Container::getName,
              Names.STARTUP_CONTAINER);
          place.check("volumes", pod.getVolumes(), Volume::getName, Names.STARTUP_VOLUME);
        });
    return breaches.build();
  }

  /** The pod template of a clique. */
  private record Place(String clique, FieldPath podSpec, Stream.Builder<Breach> breaches) {

    <T> void check(String list, List<T> elements, Function<T, String> name, String reserved) {
      Parts.forEach(
          podSpec.child(list),
          Omitted.orEmpty(elements),
          (path, element) -> {
            if (element != null && reserved.equals(name.apply(element))) {
              breaches.add(
                  new Breach(
                      Words.sentence("%s of %s", list, clique),
                      new Violation(
                          path.child("name"),
                          Violation.Type.INVALID,
                          reserved,
                          "is the name of what the operator adds for the startup order")));
            }
          });
    }
  }
}
