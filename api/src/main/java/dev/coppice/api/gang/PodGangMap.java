package dev.coppice.api.gang;

import dev.coppice.api.GroveResource;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * Which pods of a replica of a set belong to which epoch, as operators of Grove note it since
 * v0.1.0-alpha.12. Served so that those of a cluster that changes its operator stay until the
 * PodGangs that they speak of are gone; nobody makes one.
 */
@Group("grove.io")
@Version("v1alpha1")
@Kind("PodGangMap")
@Plural("podgangmaps")
@Singular("podgangmap")
@ShortNames("pgm")
public final class PodGangMap extends GroveResource<PodGangMapSpec, Void> implements Namespaced {}
