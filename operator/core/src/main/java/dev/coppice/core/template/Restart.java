package dev.coppice.core.template;

import dev.coppice.api.Annotations;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpec;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.set.PodCliqueTemplateBuilder;
import dev.coppice.core.object.Omitted;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The annotation on a set by which its pods are replaced once. It stands on the set, which no
 * manifest that leaves it out takes back, and is an input of every template. What was asked for
 * last stays in the status, so that nothing is replaced when the annotation is taken away.
 */
public final class Restart {

  private Restart() {}

  /** What was asked for last; empty for a set that never was restarted so, and for Training. */
  public static Optional<String> of(PodCliqueSet set) {
    if (set.getSpec() == null || set.getSpec().trains()) {
      return Optional.empty(); // its pods are not updated
    }
    // A status has no place for an empty value.
    return Optional.ofNullable(
            Omitted.orEmpty(set.getMetadata().getAnnotations()).get(Annotations.RESTARTED_AT))
        .filter(asked -> !asked.isBlank())
        .or(() -> Optional.ofNullable(set.statusOrEmpty().restartedAt()));
  }

  /** The set with it in its templates. */
  public static PodCliqueSet in(PodCliqueSet set) {
    return of(set).map(value -> in(set, value)).orElse(set);
  }

  private static PodCliqueSet in(PodCliqueSet set, String value) {
    PodCliqueSetSpec spec = set.getSpec();
    return set.withSpec(
        PodCliqueSetSpecBuilder.builder(spec)
            .template(
                PodCliqueSetTemplateBuilder.builder(spec.template())
                    .cliques(
                        spec.template().cliques().stream()
                            .map(clique -> in(clique, value))
                            .toList())
                    .build())
            .build());
  }

  private static PodCliqueTemplate in(PodCliqueTemplate clique, String value) {
    Map<String, String> annotations = new TreeMap<>(clique.annotations());
    annotations.put(Annotations.RESTARTED_AT, value);
    return PodCliqueTemplateBuilder.builder(clique).annotations(annotations).build();
  }
}
