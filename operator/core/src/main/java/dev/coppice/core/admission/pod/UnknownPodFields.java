package dev.coppice.core.admission.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Rule;
import dev.coppice.core.scheduler.workload.NativeGangs;
import io.fabric8.kubernetes.api.model.PodSpec;

/**
 * Fields of a pod template that this version does not know. They are kept, because the cluster may
 * be newer than the operator, but most of them are slips of the pen, so each is told.
 */
public final class UnknownPodFields implements Rule<PodCliqueSet> {

  private static final ObjectMapper EVERYTHING = JsonMapper.builder().build();

  private static final ObjectMapper KNOWN =
      JsonMapper.builder().annotationIntrospector(new WithoutTheRest()).build();

  private final AdmissionSettings settings;

  public UnknownPodFields(AdmissionSettings settings) {
    this.settings = settings;
  }

  @Override
  public void check(PodCliqueSet set, Findings.Collector found) {
    Parts.forEachClique(
        set,
        (path, clique) -> {
          PodSpec pod = clique.spec().podSpec();
          ObjectNode everything = EVERYTHING.valueToTree(pod);
          if (OverwrittenFields.isGroupOurs(pod, settings)) {
            everything.remove(NativeGangs.FIELD);
          }
          compare(Paths.podSpec(path), everything, KNOWN.valueToTree(pod), found);
        });
  }

  private static void compare(
      FieldPath path, JsonNode everything, JsonNode known, Findings.Collector found) {
    if (everything instanceof ObjectNode object) {
      object
          .properties()
          .forEach(field -> {
            FieldPath child = path.child(field.getKey());
            JsonNode same = known.get(field.getKey());
            if (same == null) {
              found.warn(child, "unknown field, kept as it is");
            } else {
              compare(child, field.getValue(), same, found);
            }
          });
    }
    for (int i = 0; everything.isArray() && i < everything.size(); i++) {
      compare(path.index(i), everything.get(i), known.path(i), found);
    }
  }

  /** Leaves out where the model keeps what it has no field for. */
  private static final class WithoutTheRest extends JacksonAnnotationIntrospector {

    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasAnyGetter(Annotated annotated) {
      return false;
    }
  }
}
