package dev.coppice.simulator.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.GroveResource;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.scheduler.workload.PlacedGroup;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.zjsonpatch.JsonPatch;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes changed copies of objects, since a stored object never changes: snapshots share it. What is
 * written to a status goes through JSON, so that a value the API cannot hold shows.
 */
final class StoredObjects {

  static final ObjectMapper JSON =
      JsonMapper.builder()
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
          .findAndAddModules()
          .build();

  private StoredObjects() {}

  /** The object with other metadata. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // the copy has the type of the original
  static <T extends HasMetadata> T with(T object, ObjectMeta metadata) {
    HasMetadata copy =
        switch (object) {
          case Pod pod -> pod(metadata, pod.getSpec(), pod.getStatus());
          case GroveResource grove -> grove(grove, grove.getSpec(), grove.getStatus());
          default -> JSON.convertValue(object, object.getClass());
        };
    copy.setMetadata(metadata);
    return (T) copy;
  }

  /** The object with the status of another one. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // both are of one type
  static HasMetadata withStatusOf(HasMetadata object, HasMetadata other) {
    return switch (object) {
      case GroveResource grove -> {
        Object status = ((GroveResource) other).getStatus();
        Object parsed = status == null ? null : JSON.convertValue(status, status.getClass());
        yield grove(grove, grove.getSpec(), parsed);
      }
      case Pod pod -> pod(pod.getMetadata(), pod.getSpec(), ((Pod) other).getStatus());
      default -> throw new IllegalArgumentException("no status known of " + object.getKind());
    };
  }

  /** The object without a field of its status. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // the copy has the type of the original
  static HasMetadata withoutStatusField(HasMetadata object, String field) {
    GroveResource grove = (GroveResource) object;
    Object status = Objects.requireNonNull(grove.getStatus());
    ObjectNode kept = JSON.valueToTree(status);
    kept.remove(field);
    return grove(grove, grove.getSpec(), JSON.convertValue(kept, status.getClass()));
  }

  /** The written object with the status of the stored one. */
  static <T extends HasMetadata> T keepingStatus(T written, HasMetadata stored) {
    boolean hasStatus = written instanceof GroveResource<?, ?> || written instanceof Pod;
    if (!hasStatus) {
      return written;
    }
    @SuppressWarnings("unchecked") // see withStatusOf
    T kept = (T) withStatusOf(written, stored);
    return kept;
  }

  /** The object without a status, as every object of ours is born. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // the copy has the type of the original
  static <T extends HasMetadata> T withoutStatus(T object) {
    return object instanceof GroveResource grove ? (T) grove(grove, grove.getSpec(), null) : object;
  }

  /** The finalizers that the API server adds to what is made. */
  static List<String> protection(HasMetadata object) {
    return object instanceof PlacedGroup ? List.of(ModelScheduler.PROTECTION) : List.of();
  }

  /** Whether two versions of an object ask for different things. */
  static boolean differInSpec(HasMetadata one, HasMetadata other) {
    return one instanceof GroveResource<?, ?> before
        && other instanceof GroveResource<?, ?> after
        && !Objects.equals(before.getSpec(), after.getSpec());
  }

  /** Whether a list returns the object. */
  static boolean isListed(LiveRead.ListOf list, HasMetadata object) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return list.type().isInstance(object)
        && list.namespace().equals(ObjectKey.of(object).namespace())
        && (list.labels().isEmpty()
            || (labels != null && labels.entrySet().containsAll(list.labels().entrySet())));
  }

  /** The object after a patch; fails like zjsonpatch does. */
  static HasMetadata patched(HasMetadata stored, Action.Patch patch) {
    ArrayNode operations = JsonNodeFactory.instance.arrayNode();
    operations.addObject().put("op", "test").put("path", "/metadata/uid").put("value", patch.uid());
    JsonNode before = tree(stored);
    for (JsonNode operation : patch.operations()) {
      if (!isOfAbsence(operation, before)) {
        operations.add(operation);
      }
    }
    return parsed(JsonPatch.apply(operations, before), stored);
  }

  /** The object as JSON. */
  static JsonNode tree(HasMetadata object) {
    return JSON.valueToTree(object);
  }

  /** What JSON tells of an object of the same kind as another one. */
  static HasMetadata parsed(JsonNode tree, HasMetadata like) {
    try {
      return JSON.treeToValue(tree, like.getClass());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("what is written leaves no " + like.getKind(), e);
    }
  }

  // The API server takes what is not there for null; zjsonpatch does not.
  private static boolean isOfAbsence(JsonNode operation, JsonNode before) {
    return operation.path("op").asText().equals("test")
        && operation.path("value").isNull()
        && before.at(operation.path("path").asText()).isMissingNode();
  }

  /** The object as a reader leaves it that cannot read its specification. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // the copy has the type of the original
  static HasMetadata marked(HasMetadata object, Unreadable why) {
    HasMetadata copy =
        switch (object) {
          case GroveResource grove -> grove(grove, null, grove.getStatus());
          case Pod pod -> pod(pod.getMetadata(), null, pod.getStatus());
          default -> JSON.convertValue(object, object.getClass());
        };
    switch (copy) {
      case Service service -> service.setSpec(null);
      case HorizontalPodAutoscaler autoscaler -> autoscaler.setSpec(null);
      default -> {}
    }
    copy.setMetadata(new ObjectMetaBuilder(object.getMetadata()).build());
    why.mark(copy);
    return copy;
  }

  private static Pod pod(ObjectMeta metadata, @Nullable PodSpec spec, PodStatus status) {
    return new Pod("v1", "Pod", metadata, spec, status);
  }

  // Spec and status come from an object of this type; one that cannot be read has no spec.
  @SuppressWarnings({"unchecked", "rawtypes", "NullAway"})
  private static GroveResource grove(
      GroveResource like, @Nullable Object spec, @Nullable Object status) {
    try {
      GroveResource copy = like.getClass().getDeclaredConstructor().newInstance();
      copy.setMetadata(like.getMetadata());
      copy.setSpec(spec);
      copy.setStatus(status);
      return copy;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
