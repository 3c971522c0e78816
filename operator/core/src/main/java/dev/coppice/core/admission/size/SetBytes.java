package dev.coppice.core.admission.size;

import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.json.ModelJson;
import dev.coppice.core.object.MirroredMetadata;
import dev.coppice.core.template.CliqueTemplates;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes of JSON a set has, and what is made of it. Numbers beyond all bounds stay there
 * and never overflow.
 */
public final class SetBytes {

  private SetBytes() {}

  /**
   * Of the metadata that a user writes: without what the API server and its clients note there,
   * which may grow by itself.
   */
  static long ofMetadata(PodCliqueSet set) {
    ObjectMeta metadata = set.getMetadata();
    return ModelJson.bytes(
        new ObjectMetaBuilder()
            .withName(metadata.getName())
            .withNamespace(metadata.getNamespace())
            .withLabels(metadata.getLabels())
            .withAnnotations(metadata.getAnnotations())
            .withFinalizers(metadata.getFinalizers())
            .withOwnerReferences(metadata.getOwnerReferences())
            .build());
  }

  /** Of the specification. */
  static long ofSpec(PodCliqueSet set) {
    return ModelJson.bytes(set.getSpec());
  }

  /** Of all that is made of a set, with another number of its replicas. */
  public static long ofChildren(PodCliqueSet set, long replicas) {
    PodCliqueSetTemplate template = set.getSpec().template();
    long mirrored = ofMirrored(set);
    long each = PodCount.plus(ofTemplates(CliqueTemplates.standalone(template)), mirrored);
    for (PodCliqueScalingGroupConfig group : template.podCliqueScalingGroups()) {
      each = PodCount.plus(each, ofGroup(template, group, group.replicas(), mirrored));
    }
    return PodCount.times(replicas, each);
  }

  /** The same with another number of replicas of one scaling group, in one replica of the set. */
  public static long ofChildren(
      PodCliqueSet set, PodCliqueScalingGroupConfig group, long replicas) {
    PodCliqueSetTemplate template = set.getSpec().template();
    long mirrored = ofMirrored(set);
    long all = ofChildren(set, set.getSpec().replicas());
    long before = ofGroup(template, group, group.replicas(), mirrored);
    return PodCount.plus(Math.max(0, all - before), ofGroup(template, group, replicas, mirrored));
  }

  // Each replica beyond the minimum has a PodGang of its own.
  private static long ofGroup(
      PodCliqueSetTemplate template,
      PodCliqueScalingGroupConfig group,
      long replicas,
      long mirrored) {
    long members = ofTemplates(CliqueTemplates.named(template, group.cliqueNames()));
    return PodCount.plus(
        PodCount.times(replicas, members),
        PodCount.times(replicas - Math.max(0, group.minAvailable()), mirrored));
  }

  private static long ofTemplates(Collection<PodCliqueTemplate> templates) {
    return templates.stream().map(ModelJson::bytes).reduce(0L, PodCount::plus);
  }

  private static long ofMirrored(PodCliqueSet set) {
    return ofMirrored(set.getMetadata().getLabels())
        + ofMirrored(set.getMetadata().getAnnotations());
  }

  private static long ofMirrored(@Nullable Map<String, String> keys) {
    Map<String, String> mirrored = MirroredMetadata.of(keys);
    return mirrored.isEmpty() ? 0 : ModelJson.bytes(mirrored);
  }
}
