package dev.coppice.core.scheduler.kai;

import dev.coppice.api.GroveResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * The Topology of KAI: by which node labels it knows the levels that PodGroups ask for. It belongs
 * to no namespace, and KAI lets nobody change its levels.
 *
 * @see <a href="https://github.com/kai-scheduler/KAI-Scheduler">KAI Scheduler</a>
 */
@Group("kai.scheduler")
@Version("v1alpha1")
@Kind("Topology")
@Plural("topologies")
@Singular("topology")
public final class KaiTopology extends GroveResource<KaiTopologySpec, Void> {}
