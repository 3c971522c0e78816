package dev.coppice.api.crd;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.coppice.api.GroveResource;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Completes a generated schema along the Java types it was made from: descriptions and required
 * keys of our records, number formats, how lists merge, and freedom for unknown fields in what
 * Kubernetes owns.
 */
final class SchemaRefiner {

  private static final String QUANTITY =
      "^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$";

  /** What users may set on objects that are made from a template inside of ours. */
  private static final Set<String> TEMPLATE_METADATA = Set.of("labels", "annotations");

  private final RecordDocs docs;
  private final SchemaTraits traits = new SchemaTraits();

  SchemaRefiner(RecordDocs docs) {
    this.docs = docs;
  }

  /** Completes the schema of a whole kind. */
  void refine(Class<? extends GroveResource<?, ?>> kind, JSONSchemaProps root) {
    Type[] parts = ((ParameterizedType) kind.getGenericSuperclass()).getActualTypeArguments();
    root.setDescription(docs.of(kind));
    root.setRequired(List.of("spec"));
    traits.apply(kind, root);
    JSONSchemaProps spec = root.getProperties().get("spec");
    spec.setDescription(docs.of((Class<?>) parts[0]));
    refine(spec, parts[0]);
    if (parts[1] == Void.class) {
      root.getProperties().remove("status");
      return;
    }
    JSONSchemaProps status = root.getProperties().get("status");
    status.setDescription(docs.of((Class<?>) parts[1]));
    refine(status, parts[1]);
  }

  private void refine(JSONSchemaProps schema, Type type) {
    Class<?> raw =
        type instanceof ParameterizedType generic
            ? (Class<?>) generic.getRawType()
            : (Class<?>) type;
    if (Collection.class.isAssignableFrom(raw)) {
      refine(schema.getItems().getSchema(), argument(type, 0));
    } else if (Map.class.isAssignableFrom(raw)) {
      if (schema.getAdditionalProperties() != null
          && schema.getAdditionalProperties().getSchema() != null) {
        refine(schema.getAdditionalProperties().getSchema(), argument(type, 1));
      }
    } else if (raw == Quantity.class) {
      schema.setPattern(QUANTITY);
    } else if (raw.isRecord()) {
      refineRecord(schema, raw);
    } else if (raw == Condition.class) {
      Conditions.refine(schema);
      traits.apply(raw, schema);
    } else if (raw == ObjectMeta.class) {
      schema.getProperties().keySet().retainAll(TEMPLATE_METADATA);
      schema.setXKubernetesPreserveUnknownFields(true);
    } else if (KubernetesResource.class.isAssignableFrom(raw) && raw != IntOrString.class) {
      refineForeign(schema, raw);
    } else if (raw == Object.class) {
      schema.setXKubernetesPreserveUnknownFields(true);
    } else {
      String format = format(raw);
      if (format != null) {
        schema.setFormat(format);
        if (format.equals("int32") && schema.getMaximum() == null) {
          // Otherwise an overflow is found by whoever reads the object, and told without its path.
          schema.setMaximum((double) Integer.MAX_VALUE);
        }
      }
    }
  }

  private void refineRecord(JSONSchemaProps schema, Class<?> type) {
    Map<String, JSONSchemaProps> properties = schema.getProperties();
    RecordComponent[] components = type.getRecordComponents();
    for (RecordComponent component : components) {
      JSONSchemaProps property = properties.get(component.getName());
      property.setDescription(docs.of(type, component.getName()));
      refine(property, component.getGenericType());
      if (property.getItems() != null
          && argument(component.getGenericType(), 0) instanceof Class<?> element
          && element.isRecord()) {
        property.getItems().getSchema().setDescription(docs.of(element));
      }
    }
    schema.setRequired(
        Arrays.stream(components)
            .filter(component -> isRequired(component, properties.get(component.getName())))
            .map(RecordComponent::getName)
            .toList());
    traits.apply(type, schema);
  }

  /** Required is what can be neither null nor empty nor filled in by a default. */
  private static boolean isRequired(RecordComponent component, JSONSchemaProps property) {
    if (component.getAccessor().isAnnotationPresent(Required.class)) {
      return true;
    }
    if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)
        || property.getDefault() != null) {
      return false;
    }
    Class<?> type = component.getType();
    boolean collection =
        Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    JsonInclude include = component.getAccessor().getAnnotation(JsonInclude.class);
    return !collection || (include != null && include.value() == JsonInclude.Include.ALWAYS);
  }

  private void refineForeign(JSONSchemaProps schema, Class<?> type) {
    schema.setXKubernetesPreserveUnknownFields(true);
    Map<String, JSONSchemaProps> properties = schema.getProperties();
    if (properties == null || properties.isEmpty()) {
      return;
    }
    for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
      for (Field field : declaring.getDeclaredFields()) {
        JsonProperty name = field.getAnnotation(JsonProperty.class);
        if (name != null && properties.containsKey(name.value())) {
          refine(properties.get(name.value()), field.getGenericType());
        }
      }
    }
    traits.apply(type, schema);
  }

  private static Type argument(Type type, int index) {
    return ((ParameterizedType) type).getActualTypeArguments()[index];
  }

  private static @Nullable String format(Class<?> type) {
    if (type == int.class || type == Integer.class) {
      return "int32";
    }
    if (type == long.class || type == Long.class) {
      return "int64";
    }
    if (type == double.class || type == Double.class) {
      return "double";
    }
    return type == Instant.class ? "date-time" : null;
  }
}
