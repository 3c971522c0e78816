package dev.coppice.cli.convert;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import io.fabric8.kubernetes.api.model.IntOrString;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a LeaderWorkerSet may say and no field of a PodCliqueSet can. */
final class WithoutEqual {

  private static final Set<String> NOTHING = Set.of("0", "0%");

  private WithoutEqual() {}

  static void check(LeaderWorkerSet set, Findings.Collector found) {
    LeaderWorkerSet.Metadata metadata = set.metadata();
    if (metadata != null) {
      ofMetadata(metadata, found);
    }
    LeaderWorkerSet.Spec spec = set.spec();
    if (spec != null) {
      only(
          Fields.SPEC.child("groupIdentity"),
          spec.groupIdentity(),
          "Ordinal",
          "the replicas of a scaling group have indices",
          found);
      only(
          Fields.SPEC.child("groupReplacementPolicy"),
          spec.groupReplacementPolicy(),
          "PostTermination",
          "a replica is made again when its old PodCliques are gone",
          found);
      none(
          Fields.SPEC.child("scheduling"),
          spec.scheduling(),
          "gangs follow from the set by themselves, and say where they are placed by topologyConstraint",
          found);
      ofRollout(spec.rolloutStrategy(), found);
      LeaderWorkerSet.LeaderWorkerTemplate template = spec.leaderWorkerTemplate();
      if (template != null) {
        ofVolumes(template, found);
      }
    }
  }

  private static void ofMetadata(LeaderWorkerSet.Metadata metadata, Findings.Collector found) {
    if (metadata.generateName() != null) {
      found.invalid(
          Fields.METADATA.child("generateName"),
          metadata.generateName(),
          "hosts are called by metadata.name, so it has to be known");
    }
    none(
        Fields.METADATA.child("finalizers"),
        metadata.finalizers(),
        "belong to whoever would take them off this very object",
        found);
    none(
        Fields.METADATA.child("ownerReferences"),
        metadata.ownerReferences(),
        "the owner makes LeaderWorkerSets and would not know the PodCliqueSet",
        found);
  }

  private static void ofRollout(
      LeaderWorkerSet.@Nullable RolloutStrategy rollout, Findings.Collector found) {
    if (rollout == null) {
      return;
    }
    only(
        Fields.ROLLOUT.child("type"),
        rollout.type(),
        "RollingUpdate",
        "replicas are updated one after the other",
        found);
    LeaderWorkerSet.RollingUpdate update = rollout.rollingUpdateConfiguration();
    if (update == null) {
      return;
    }
    FieldPath path = Fields.ROLLOUT.child("rollingUpdateConfiguration");
    Integer partition = update.partition();
    if (partition != null && partition != 0) {
      found.invalid(
          path.child("partition"),
          partition,
          "an update concerns all replicas: only 0; updateStrategy OnDelete leaves it to whoever deletes pods");
    }
    if (update.maxUnavailable() != null && !text(update.maxUnavailable()).equals("1")) {
      found.invalid(
          path.child("maxUnavailable"),
          value(update.maxUnavailable()),
          "one replica is updated at a time: only 1");
    }
    if (update.maxSurge() != null && !NOTHING.contains(text(update.maxSurge()))) {
      found.invalid(
          path.child("maxSurge"),
          value(update.maxSurge()),
          "replicas are replaced where they are, without more accelerators than the set has: only 0");
    }
  }

  private static void ofVolumes(
      LeaderWorkerSet.LeaderWorkerTemplate template, Findings.Collector found) {
    none(
        Fields.TEMPLATE.child("volumeClaimTemplates"),
        template.volumeClaimTemplates(),
        "no volume outlives its pod: use an ephemeral volume in the pod template, or a claim that is made beforehand",
        found);
    none(
        Fields.TEMPLATE.child("persistentVolumeClaimRetentionPolicy"),
        template.persistentVolumeClaimRetentionPolicy(),
        "there are no volumeClaimTemplates",
        found);
  }

  private static void only(
      FieldPath path,
      @Nullable String value,
      String equal,
      String reason,
      Findings.Collector found) {
    if (value != null && !equal.equals(value)) {
      found.invalid(path, value, "%s: only %s".formatted(reason, equal));
    }
  }

  private static void none(
      FieldPath path, @Nullable JsonNode value, String reason, Findings.Collector found) {
    if (value != null && !value.isNull() && !(value.isContainerNode() && value.isEmpty())) {
      found.invalid(path, value, reason);
    }
  }

  private static String text(IntOrString value) {
    return String.valueOf(value(value));
  }

  private static @Nullable Object value(IntOrString value) {
    return value.getIntVal() == null ? value.getStrVal() : value.getIntVal();
  }
}
