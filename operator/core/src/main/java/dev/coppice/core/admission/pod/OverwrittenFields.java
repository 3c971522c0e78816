package dev.coppice.core.admission.pod;

import dev.coppice.api.EnvironmentVariables;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.template.CliqueTemplates;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;

/**
 * Fields of a pod template that the operator writes over in every pod. They are no mistake that
 * hurts anybody, since manifests may come from elsewhere, but they do nothing, so each is told.
 */
public final class OverwrittenFields {

  private OverwrittenFields() {}

  public static void check(PodCliqueSet set, Findings.Collector found) {
    Parts.forEachClique(
        set,
        (path, clique) -> {
          boolean grouped =
              CliqueTemplates.groupOf(set.getSpec().template(), clique.name()).isPresent();
          FieldPath at = Paths.podSpec(path);
          PodSpec pod = clique.spec().podSpec();
          fields(at, pod, found);
          variables(at.child("containers"), pod.getContainers(), grouped, found);
          variables(at.child("initContainers"), pod.getInitContainers(), grouped, found);
        });
  }

  private static void fields(FieldPath path, PodSpec pod, Findings.Collector found) {
    if (!Parts.orEmpty(pod.getSchedulingGates()).isEmpty()) {
      found.warn(
          path.child("schedulingGates"),
          "overwritten: the gates of a pod are those of its gang, and any other would stay for ever");
    }
    if (!Parts.isBlank(pod.getHostname())) {
      found.warn(
          path.child("hostname"),
          "overwritten: the host name of a pod is the name of its PodClique and its index");
    }
    if (!Parts.isBlank(pod.getSubdomain())) {
      found.warn(
          path.child("subdomain"),
          "overwritten: the subdomain of a pod is the headless Service of its replica");
    }
  }

  private static void variables(
      FieldPath path, List<Container> containers, boolean grouped, Findings.Collector found) {
    Parts.forEach(
        path,
        Parts.orEmpty(containers),
        (at, container) -> {
          if (container != null) {
            Parts.forEach(
                at.child("env"),
                Parts.orEmpty(container.getEnv()),
                (variable, env) -> {
                  if (env != null && isOurs(env.getName(), grouped)) {
                    found.warn(
                        variable.child("name"),
                        "overwritten: the operator sets the variable %s".formatted(env.getName()));
                  }
                });
          }
        });
  }

  private static boolean isOurs(String name, boolean grouped) {
    return name != null
        && (EnvironmentVariables.OF_EVERY_POD.contains(name)
            || (grouped && EnvironmentVariables.OF_GROUP_MEMBERS.contains(name)));
  }
}
