package dev.coppice.cli.convert;

import dev.coppice.api.clique.SubGroupPolicy;
import dev.coppice.api.clique.SubGroupPolicyType;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a LeaderWorkerSet, with the defaults of its API filled in.
 *
 * @param replicas how many there are
 * @param size how many pods each has, its leader among them
 * @param leader what the leader is made from; null if that is what the others are made from
 * @param worker what the others are made from
 * @param policy how they are divided; null if they are not
 */
record Groups(
    int replicas,
    int size,
    @Nullable Template leader,
    Template worker,
    @Nullable SubGroupPolicy policy) {

  /**
   * What pods are made from.
   *
   * @param path where it stands
   */
  record Template(
      FieldPath path, Map<String, String> labels, Map<String, String> annotations, PodSpec pod) {}

  private static final String LEADER_WORKER = "LeaderWorker";
  private static final String LEADER_EXCLUDED = "LeaderExcluded";

  /** Those of a set; empty, with what is missing noted, if nobody can say what they consist of. */
  static Optional<Groups> of(LeaderWorkerSet set, Findings.Collector found) {
    LeaderWorkerSet.Spec spec = set.spec();
    if (spec == null) {
      found.required(Fields.SPEC, "");
      return Optional.empty();
    }
    LeaderWorkerSet.LeaderWorkerTemplate template = spec.leaderWorkerTemplate();
    if (template == null) {
      found.required(Fields.TEMPLATE, "");
      return Optional.empty();
    }
    int size = Objects.requireNonNullElse(template.size(), 1);
    if (size < 1) {
      found.invalid(Fields.SIZE, size, "must be greater than or equal to 1");
    }
    SubGroupPolicy policy = policy(spec, template, found);
    Optional<Template> worker = template(Fields.WORKER, template.workerTemplate(), found);
    Optional<Template> leader =
        template.leaderTemplate() == null
            ? Optional.empty()
            : template(Fields.LEADER, template.leaderTemplate(), found);
    return worker.isEmpty() || (leader.isEmpty() && template.leaderTemplate() != null)
        ? Optional.empty()
        : Optional.of(
            new Groups(
                Objects.requireNonNullElse(spec.replicas(), 1),
                Math.max(1, size),
                leader.orElse(null),
                worker.get(),
                policy));
  }

  /** The templates that pods are made from. */
  List<Template> templates() {
    Template own = leader;
    if (own == null) {
      return List.of(worker);
    }
    return size == 1 ? List.of(own) : List.of(own, worker);
  }

  private static Optional<Template> template(
      FieldPath path, LeaderWorkerSet.@Nullable PodTemplate template, Findings.Collector found) {
    if (template == null || template.spec() == null) {
      found.required(template == null ? path : path.child("spec"), "");
      return Optional.empty();
    }
    LeaderWorkerSet.PodMetadata metadata =
        Objects.requireNonNullElseGet(
            template.metadata(), () -> new LeaderWorkerSet.PodMetadata(Map.of(), Map.of()));
    FieldPath keys = path.child("metadata");
    Keys.ofOthers(keys.child("labels"), metadata.labels(), found);
    Keys.ofOthers(keys.child("annotations"), metadata.annotations(), found);
    return Optional.of(
        new Template(path, metadata.labels(), metadata.annotations(), template.spec()));
  }

  private static @Nullable SubGroupPolicy policy(
      LeaderWorkerSet.Spec spec,
      LeaderWorkerSet.LeaderWorkerTemplate template,
      Findings.Collector found) {
    LeaderWorkerSet.SubGroupPolicy policy = template.subGroupPolicy();
    Integer first = spec.subGroupSize();
    if (policy == null) {
      return first == null ? null : new SubGroupPolicy(SubGroupPolicyType.LEADER_WORKER, first);
    }
    Integer size = policy.subGroupSize();
    FieldPath path = Fields.SUB_GROUP_POLICY.child("subGroupSize");
    if (size == null) {
      found.required(path, "");
    } else if (first != null && !first.equals(size)) {
      found.invalid(
          Fields.FIRST_SUB_GROUP_SIZE,
          first,
          "means the same as %s, which is %d".formatted(path, size));
    }
    Optional<SubGroupPolicyType> type = type(policy.subGroupPolicyType());
    if (type.isEmpty()) {
      found.unsupported(
          Fields.SUB_GROUP_POLICY.child("subGroupPolicyType"),
          policy.subGroupPolicyType(),
          List.of(LEADER_WORKER, LEADER_EXCLUDED));
    }
    return size == null || type.isEmpty() ? null : new SubGroupPolicy(type.get(), size);
  }

  private static Optional<SubGroupPolicyType> type(@Nullable String text) {
    return switch (text) {
      case null -> Optional.of(SubGroupPolicyType.LEADER_WORKER);
      case LEADER_WORKER -> Optional.of(SubGroupPolicyType.LEADER_WORKER);
      case LEADER_EXCLUDED -> Optional.of(SubGroupPolicyType.LEADER_EXCLUDED);
      default -> Optional.empty();
    };
  }
}
