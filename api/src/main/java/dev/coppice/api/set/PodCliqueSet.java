package dev.coppice.api.set;

import dev.coppice.api.GroveResource;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * A workload of several roles: a number of identical replicas, each made of cliques of pods that
 * start, scale and fail together.
 */
@Group("grove.io")
@Version("v1alpha1")
@Kind("PodCliqueSet")
@Plural("podcliquesets")
@Singular("podcliqueset")
@ShortNames("pcs")
@ValidationRule(
    value =
        "oldSelf.hasValue() || !has(self.spec.template.topologyConstraint)"
            + " || !has(self.spec.template.topologyConstraint.packDomain)",
    message = PodCliqueSet.NO_PACK_DOMAIN,
    reason = "FieldValueForbidden",
    fieldPath = ".spec.template.topologyConstraint.packDomain",
    optionalOldSelf = true)
@ValidationRule(
    value =
        "oldSelf.hasValue() || self.spec.template.cliques.all(c,"
            + " !has(c.topologyConstraint) || !has(c.topologyConstraint.packDomain))",
    message = PodCliqueSet.NO_PACK_DOMAIN,
    reason = "FieldValueForbidden",
    fieldPath = ".spec.template.cliques",
    optionalOldSelf = true)
@ValidationRule(
    value =
        "oldSelf.hasValue() || !has(self.spec.template.podCliqueScalingGroups)"
            + " || self.spec.template.podCliqueScalingGroups.all(g,"
            + " !has(g.topologyConstraint) || !has(g.topologyConstraint.packDomain))",
    message = PodCliqueSet.NO_PACK_DOMAIN,
    reason = "FieldValueForbidden",
    fieldPath = ".spec.template.podCliqueScalingGroups",
    optionalOldSelf = true)
public final class PodCliqueSet extends GroveResource<PodCliqueSetSpec, PodCliqueSetStatus>
    implements Namespaced {

  static final String NO_PACK_DOMAIN =
      "packDomain is deprecated and cannot be used on new workloads; use pack.required";

  /** Returns what was reported last; everything is absent or zero when nothing has been. */
  public PodCliqueSetStatus statusOrEmpty() {
    PodCliqueSetStatus status = getStatus();
    return status == null ? PodCliqueSetStatus.EMPTY : status;
  }

  /** This object with another specification; everything else is shared. */
  public PodCliqueSet withSpec(PodCliqueSetSpec spec) {
    return share(new PodCliqueSet(), spec, getStatus());
  }

  /** This object with another status; everything else is shared. */
  public PodCliqueSet withStatus(PodCliqueSetStatus status) {
    return share(new PodCliqueSet(), getSpec(), status);
  }
}
