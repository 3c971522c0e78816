package dev.coppice.core.admission.pod;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.NameFormat;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.rule.Breach;
import dev.coppice.core.json.ModelJson;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.status.Words;
import dev.coppice.core.template.HashText;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a pod template may say. The API server judges the rest when the pods are made; here stands
 * what would get in the way of the set, and what is easily got wrong.
 */
public final class PodSpecRules {

  private static final int VALUE_HASH = 32;

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

  /** Places that a template chooses, past the scheduler and the gang. */
  public static Stream<Breach> places(PodCliqueSet set) {
    Stream.Builder<Breach> breaches = Stream.builder();
    Parts.forEachClique(
        set,
        (path, clique) -> {
          FieldPath at = Paths.podSpec(path);
          PodSpec pod = clique.spec().podSpec();
          if (!Omitted.orEmpty(pod.getTopologySpreadConstraints()).isEmpty()) {
            breaches.add(
                place(
                    clique.name(),
                    at.child("topologySpreadConstraints"),
                    pod.getTopologySpreadConstraints(),
                    "must not be set: it works against placing a gang together"));
          }
          if (!Parts.isBlank(pod.getNodeName())) {
            breaches.add(
                place(
                    clique.name(),
                    at.child("nodeName"),
                    pod.getNodeName(),
                    "must not be set: a scheduler places the pods of a set"));
          }
        });
    return breaches.build();
  }

  // Another value is another breach: what is stored is kept as it is, or goes.
  private static Breach place(String clique, FieldPath path, Object value, String detail) {
    return new Breach(
        Words.sentence("%s of %s", HashText.of(ModelJson.text(value), VALUE_HASH), clique),
        new Violation(path, Violation.Type.INVALID, value, detail));
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
