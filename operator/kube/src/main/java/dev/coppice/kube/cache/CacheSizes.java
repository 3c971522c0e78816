package dev.coppice.kube.cache;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpec;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.set.PodCliqueTemplateBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.micrometer.core.instrument.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the caches hold, in bytes. All of it is counted in one go when somebody asks, and stands for
 * a minute: so it costs nothing when objects come and go. Safe for use by many threads.
 */
final class CacheSizes {

  private static final long VALID = Duration.ofMinutes(1).toNanos();

  private static final PodSpec NO_POD_SPEC = new PodSpec();

  private final Clock clock;
  private final Supplier<Stream<Kind>> kinds;
  private @Nullable Counted last;

  /**
   * The objects of one kind.
   *
   * @param name its name among the values of a label
   */
  record Kind(String name, List<? extends HasMetadata> objects) {}

  private record Counted(long at, CacheCensus census) {}

  /**
   * Counts nothing yet.
   *
   * @param kinds all objects
   */
  CacheSizes(Clock clock, Supplier<Stream<Kind>> kinds) {
    this.clock = clock;
    this.kinds = kinds;
  }

  /** Bytes of one kind. */
  synchronized long bytes(String kind) {
    long now = clock.monotonicTime();
    if (last == null || now - last.at() > VALID) {
      last = new Counted(now, census());
    }
    return last.census().kinds().getOrDefault(kind, 0L);
  }

  /** All of it as it is now. */
  CacheCensus census() {
    return CacheCensus.of(
        kinds
            .get()
            .flatMap(kind -> kind.objects().stream().map(object -> held(kind.name(), object))),
        HeldBytes::of);
  }

  private static CacheCensus.Held held(String kind, HasMetadata object) {
    return new CacheCensus.Held(
        kind,
        Objects.requireNonNullElse(object.getMetadata().getNamespace(), ""),
        object.getMetadata().getName(),
        HeldBytes.of(withoutPodSpecs(object)),
        podSpecs(object).filter(Objects::nonNull).toList());
  }

  private static Stream<PodSpec> podSpecs(HasMetadata object) {
    return switch (object) {
      case PodClique clique when clique.getSpec() != null -> Stream.of(clique.getSpec().podSpec());
      case PodCliqueSet set when hasTemplate(set) ->
          set.getSpec().template().cliques().stream()
              .filter(clique -> clique != null && clique.spec() != null)
              .map(clique -> clique.spec().podSpec());
      default -> Stream.empty();
    };
  }

  private static HasMetadata withoutPodSpecs(HasMetadata object) {
    return switch (object) {
      case PodClique clique when clique.getSpec() != null -> {
        PodClique copy = new PodClique();
        copy.setMetadata(clique.getMetadata());
        copy.setSpec(without(clique.getSpec()));
        copy.setStatus(clique.getStatus());
        yield copy;
      }
      case PodCliqueSet set when hasTemplate(set) -> {
        PodCliqueSet copy = new PodCliqueSet();
        copy.setMetadata(set.getMetadata());
        copy.setSpec(without(set.getSpec()));
        copy.setStatus(set.getStatus());
        yield copy;
      }
      default -> object;
    };
  }

  private static boolean hasTemplate(PodCliqueSet set) {
    return set.getSpec() != null && set.getSpec().template() != null;
  }

  private static PodCliqueSetSpec without(PodCliqueSetSpec spec) {
    return PodCliqueSetSpecBuilder.builder(spec)
        .template(
            PodCliqueSetTemplateBuilder.builder(spec.template())
                .cliques(spec.template().cliques().stream().map(CacheSizes::without).toList())
                .build())
        .build();
  }

  private static PodCliqueTemplate without(PodCliqueTemplate clique) {
    return clique == null || clique.spec() == null
        ? clique
        : PodCliqueTemplateBuilder.builder(clique).spec(without(clique.spec())).build();
  }

  private static PodCliqueSpec without(PodCliqueSpec spec) {
    return PodCliqueSpecBuilder.builder(spec).podSpec(NO_POD_SPEC).build();
  }
}
