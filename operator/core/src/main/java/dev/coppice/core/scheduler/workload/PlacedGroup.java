package dev.coppice.core.scheduler.workload;

import dev.coppice.api.GroveResource;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * The PodGroup of Kubernetes 1.36: pods that the stock scheduler places all at once or not at all.
 * What is in its spec never changes. Once placed, it says nothing more about its pods.
 *
 * @see <a href="https://kubernetes.io/docs/concepts/workloads/podgroup-api/">PodGroup API</a>
 */
@Group(PlacedGroup.GROUP)
@Version(PlacedGroup.VERSION)
@Kind("PodGroup")
@Plural(PlacedGroup.PLURAL)
@Singular("podgroup")
public final class PlacedGroup extends GroveResource<PlacedGroupSpec, PlacedGroupStatus>
    implements Namespaced {

  /** API group. */
  public static final String GROUP = "scheduling.k8s.io";

  /** The only version that is spoken here. */
  public static final String VERSION = "v1alpha2";

  /** Name of the resource. */
  public static final String PLURAL = "podgroups";
}
