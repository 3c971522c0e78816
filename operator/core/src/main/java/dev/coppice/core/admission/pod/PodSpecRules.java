package dev.coppice.core.admission.pod;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.NameFormat;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.object.Omitted;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What a pod template may say. The API server judges the rest when the pods are made; here stands
 * what would get in the way of the set, and what is easily got wrong.
 */
public final class PodSpecRules {

  private PodSpecRules() {}

  public static void check(PodCliqueSet set, Findings.Collector found) {
    Parts.forEachClique(
        set,
        (path, clique) -> {
          FieldPath at = Paths.podSpec(path);
          PodSpec pod = clique.spec().podSpec();
          environments(at.child("containers"), pod.getContainers(), found);
          environments(at.child("initContainers"), pod.getInitContainers(), found);
        });
  }

  /** What only a new set is told: those that run with it shall stay editable. */
  public static void onCreate(PodCliqueSet set, Findings.Collector found) {
    Parts.forEachClique(
        set,
        (path, clique) -> {
          FieldPath at = Paths.podSpec(path);
          PodSpec pod = clique.spec().podSpec();
          if (!Omitted.orEmpty(pod.getTopologySpreadConstraints()).isEmpty()) {
            found.invalid(
                at.child("topologySpreadConstraints"),
                pod.getTopologySpreadConstraints(),
                "must not be set: it works against placing a gang together");
          }
          if (!Parts.isBlank(pod.getNodeName())) {
            found.invalid(
                at.child("nodeName"),
                pod.getNodeName(),
                "must not be set: a scheduler places the pods of a set");
          }
        });
  }

  private static void environments(
      FieldPath path, List<Container> containers, Findings.Collector found) {
    Parts.forEach(
        path,
        Omitted.orEmpty(containers),
        (at, container) -> {
          if (container != null) {
            environment(at.child("env"), Omitted.orEmpty(container.getEnv()), found);
          }
        });
  }

  private static void environment(
      FieldPath path, List<EnvVar> variables, Findings.Collector found) {
    Set<String> seen = new HashSet<>();
    Parts.forEach(
        path,
        variables,
        (at, variable) -> {
          FieldPath name = at.child("name");
          String text = variable == null ? "" : Objects.requireNonNullElse(variable.getName(), "");
          NameFormat.VARIABLE_NAME.check(name, text, found);
          if (!seen.add(text)) {
            found.duplicate(name, text);
          }
        });
  }
}
