package dev.coppice.core.admission.pod;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.Deadline;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Rule;
import dev.coppice.core.scheduler.workload.NativeGangs;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fields of a pod template that this version does not know. They are kept, because the cluster may
 * be newer than the operator, but most of them are slips of the pen, so each is told.
 */
public final class UnknownPodFields implements Rule<PodCliqueSet> {

  /** Goes through a template as if to write it, and keeps nothing of what it writes. */
  private static final ObjectMapper WALK =
      JsonMapper.builder().annotationIntrospector(new TellingTheRest()).build();

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
          boolean isGroupOurs = OverwrittenFields.isGroupOurs(pod, settings);
          FieldPath root = Paths.podSpec(path);
          tell(
              pod,
              (parent, field) -> {
                if (!isGroupOurs
                    || !parent.getParent().inRoot()
                    || !field.equals(NativeGangs.FIELD)) {
                  found.warn(path(root, parent).child(field), "unknown field, kept as it is");
                }
              });
        });
  }

  private static void tell(PodSpec pod, Visitor visitor) {
    try {
      WALK.writer().withAttribute(Visitor.class, visitor).writeValue(Writer.nullWriter(), pod);
    } catch (IOException e) {
      throw new UncheckedIOException("values of the model are JSON", e);
    }
  }

  /** Where the object stands that is being written. */
  private static FieldPath path(FieldPath root, JsonStreamContext object) {
    @Nullable JsonStreamContext parent = object.getParent();
    if (parent == null || parent.inRoot()) {
      return root;
    }
    FieldPath above = path(root, parent);
    return parent.inArray()
        ? above.index(parent.getCurrentIndex())
        : above.child(parent.getCurrentName());
  }

  /** Hears of each field that the model has no place for, and of the object that it stands in. */
  @FunctionalInterface
  private interface Visitor {
    void visit(JsonStreamContext object, String field);
  }

  /** Where the model keeps what it has no field for, the names are told in place of a value. */
  private static final class TellingTheRest extends JacksonAnnotationIntrospector {

    private static final long serialVersionUID = 1;

    @Override
    public Object findSerializer(Annotated annotated) {
      return Boolean.TRUE.equals(hasAnyGetter(annotated))
          ? new Names()
          : super.findSerializer(annotated);
    }
  }

  private static final class Names extends JsonSerializer<Map<String, ?>> {

    @Override
    public void serialize(
        Map<String, ?> rest, JsonGenerator generator, SerializerProvider provider) {
      Visitor visitor = (Visitor) provider.getAttribute(Visitor.class);
      for (String field : rest.keySet()) {
        Deadline.check();
        visitor.visit(generator.getOutputContext(), field);
      }
    }
  }
}
