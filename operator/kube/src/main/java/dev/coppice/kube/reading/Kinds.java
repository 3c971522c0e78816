package dev.coppice.kube.reading;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The classes of the kinds that watches bring; an object of another kind is a generic object. */
final class Kinds {

  private final Map<Name, Class<? extends KubernetesResource>> classes;

  /** What an object says of its kind; either may be absent. */
  record Name(@Nullable String apiVersion, @Nullable String kind) {

    static final Name UNKNOWN = new Name(null, null);

    boolean isWhole() {
      return apiVersion != null && kind != null;
    }
  }

  Kinds(List<Class<? extends KubernetesResource>> kinds) {
    classes =
        kinds.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    kind -> new Name(HasMetadata.getApiVersion(kind), HasMetadata.getKind(kind)),
                    Function.identity()));
  }

  Class<? extends KubernetesResource> of(Name name) {
    return classes.getOrDefault(name, GenericKubernetesResource.class);
  }
}
