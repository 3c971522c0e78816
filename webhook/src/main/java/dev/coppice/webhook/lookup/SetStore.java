package dev.coppice.webhook.lookup;

import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpec;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.set.PodCliqueTemplateBuilder;
import dev.coppice.core.object.ReadKeys;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sets without what no rule about another object reads: pod specifications, which are nine tenths
 * of a set, the status, and labels and annotations that say nothing to the operator.
 */
final class SetStore extends BasicItemStore<PodCliqueSet> {

  private static final PodSpec NO_POD_SPEC = new PodSpec();

  SetStore() {
    super(Cache::metaNamespaceKeyFunc);
  }

  @Override
  public @Nullable PodCliqueSet put(String key, PodCliqueSet fresh) {
    fresh.getMetadata().setManagedFields(List.of());
    fresh.getMetadata().setAnnotations(ReadKeys.ofPlace(fresh.getMetadata().getAnnotations()));
    fresh.getMetadata().setLabels(ReadKeys.ofPlace(fresh.getMetadata().getLabels()));
    fresh.getMetadata().setOwnerReferences(List.of());
    fresh.setStatus(null);
    PodCliqueSetSpec spec = fresh.getSpec();
    if (spec != null && spec.template() != null) {
      fresh.setSpec(PodCliqueSetSpecBuilder.builder(spec).template(trim(spec.template())).build());
    }
    return super.put(key, fresh);
  }

  private static PodCliqueSetTemplate trim(PodCliqueSetTemplate template) {
    return PodCliqueSetTemplateBuilder.builder(template)
        .cliques(template.cliques().stream().map(SetStore::trim).toList())
        .build();
  }

  private static PodCliqueTemplate trim(PodCliqueTemplate clique) {
    return clique == null || clique.spec() == null
        ? clique
        : PodCliqueTemplateBuilder.builder(clique)
            .labels(ReadKeys.ofPlace(clique.labels()))
            .annotations(ReadKeys.ofPlace(clique.annotations()))
            .spec(PodCliqueSpecBuilder.builder(clique.spec()).podSpec(NO_POD_SPEC).build())
            .build();
  }
}
