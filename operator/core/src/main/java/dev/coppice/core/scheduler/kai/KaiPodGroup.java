package dev.coppice.core.scheduler.kai;

import dev.coppice.api.GroveResource;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * The PodGroup of KAI: pods that it places all at once or not at all. Its status is not read, since
 * pods say themselves where they are.
 *
 * @see <a href="https://github.com/kai-scheduler/KAI-Scheduler">KAI Scheduler</a>
 */
@Group(KaiPodGroup.GROUP)
@Version(KaiPodGroup.VERSION)
@Kind("PodGroup")
@Plural(KaiPodGroup.PLURAL)
@Singular("podgroup")
public final class KaiPodGroup extends GroveResource<KaiPodGroupSpec, Void> implements Namespaced {

  /** API group. */
  public static final String GROUP = "scheduling.run.ai";

  /** The only version that is spoken here. */
  public static final String VERSION = "v2alpha2";

  /** Group and version. */
  public static final String API_VERSION = GROUP + "/" + VERSION;

  /** Name of the resource. */
  public static final String PLURAL = "podgroups";
}
