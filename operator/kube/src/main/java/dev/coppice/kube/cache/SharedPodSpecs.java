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
import dev.coppice.core.json.ModelJson;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Holds equal podSpecs once: all PodCliques of one template bring the same, and so does their set.
 * They are known by a digest of what they say, since comparing two models may cost minutes. What
 * nothing holds any more is forgotten. Safe for use by many threads.
 */
final class SharedPodSpecs {

  private final Map<ByteBuffer, Reference> known = new ConcurrentHashMap<>();
  private final ReferenceQueue<PodSpec> gone = new ReferenceQueue<>();

  private static final class Reference extends WeakReference<PodSpec> {
    private final ByteBuffer digest;

    Reference(PodSpec podSpec, ByteBuffer digest, ReferenceQueue<PodSpec> gone) {
      super(podSpec, gone);
      this.digest = digest;
    }
  }

  /**
   * Exchanges the podSpecs of an object that has just arrived for equal ones that are held.
   *
   * @param before an earlier version of it; null if none is held
   */
  void share(HasMetadata fresh, @Nullable HasMetadata before) {
    switch (fresh) {
      case PodClique clique when clique.getSpec() != null -> share(clique, before);
      case PodCliqueSet set when set.getSpec() != null -> share(set, before);
      default -> {}
    }
  }

  private void share(PodClique fresh, @Nullable HasMetadata before) {
    if (before instanceof PodClique earlier && isOfOneSpec(fresh, earlier)) {
      fresh.setSpec(earlier.getSpec());
    } else {
      fresh.setSpec(shared(fresh.getSpec()));
    }
  }

  private void share(PodCliqueSet fresh, @Nullable HasMetadata before) {
    PodCliqueSetSpec spec = fresh.getSpec();
    if (before instanceof PodCliqueSet earlier && isOfOneSpec(fresh, earlier)) {
      fresh.setSpec(earlier.getSpec());
    } else if (spec.template() != null) {
      List<PodCliqueTemplate> cliques =
          spec.template().cliques().stream().map(this::shared).toList();
      fresh.setSpec(
          PodCliqueSetSpecBuilder.builder(spec)
              .template(
                  PodCliqueSetTemplateBuilder.builder(spec.template()).cliques(cliques).build())
              .build());
    }
  }

  // Only the API server counts generations; one that was restored begins at an earlier version.
  private static boolean isOfOneSpec(HasMetadata fresh, HasMetadata earlier) {
    Long generation = fresh.getMetadata().getGeneration();
    return generation != null
        && generation.equals(earlier.getMetadata().getGeneration())
        && fresh.getMetadata().getUid().equals(earlier.getMetadata().getUid())
        && ObjectStore.version(earlier) <= ObjectStore.version(fresh);
  }

  private PodCliqueTemplate shared(PodCliqueTemplate clique) {
    return clique == null || clique.spec() == null
        ? clique
        : PodCliqueTemplateBuilder.builder(clique).spec(shared(clique.spec())).build();
  }

  private PodCliqueSpec shared(PodCliqueSpec spec) {
    return spec.podSpec() == null
        ? spec
        : PodCliqueSpecBuilder.builder(spec).podSpec(shared(spec.podSpec())).build();
  }

  private PodSpec shared(PodSpec podSpec) {
    forgetGone();
    ByteBuffer digest;
    try {
      digest = digest(podSpec);
    } catch (UncheckedIOException e) {
      // One that is nested too deeply to be written is shared with nobody.
      return podSpec;
    }
    while (true) {
      Reference held = known.computeIfAbsent(digest, key -> new Reference(podSpec, key, gone));
      PodSpec other = held.get();
      if (other != null) {
        return other;
      }
      known.remove(digest, held);
    }
  }

  private void forgetGone() {
    while (gone.poll() instanceof Reference reference) {
      known.remove(reference.digest, reference);
    }
  }

  /** How many are held. */
  int size() {
    forgetGone();
    return known.size();
  }

  private static ByteBuffer digest(PodSpec podSpec) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      ModelJson.write(podSpec, new DigestOutputStream(OutputStream.nullOutputStream(), sha256));
      return ByteBuffer.wrap(sha256.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
