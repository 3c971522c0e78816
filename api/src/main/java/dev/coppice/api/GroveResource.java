package dev.coppice.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Base of all our kinds: metadata, a specification that someone asks for and a status that someone
 * reports. API version and kind come from the annotations of the class. Namespaced kinds add {@link
 * io.fabric8.kubernetes.api.model.Namespaced}.
 *
 * <p>fabric8's own base class for custom resources belongs to its client, which the model and the
 * core do without. Like all Kubernetes objects it is mutable; nobody changes one that came from a
 * cache.
 *
 * @param <S> the specification
 * @param <T> the status
 */
// Without this, Jackson inherits the deserializer of KubernetesResource and returns generic
// objects.
@JsonDeserialize(using = JsonDeserializer.None.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec", "status"})
public abstract class GroveResource<S, T> implements HasMetadata {

  private String apiVersion = HasMetadata.getApiVersion(getClass());
  private final String kind = HasMetadata.getKind(getClass());
  private ObjectMeta metadata = new ObjectMeta();

  // Required by every schema: set by whoever makes the object, Jackson included.
  @SuppressWarnings("NullAway.Init")
  private S spec;

  private @Nullable T status;

  /** For Jackson and the kinds. */
  protected GroveResource() {}

  @Override
  public String getApiVersion() {
    return apiVersion;
  }

  @Override
  public void setApiVersion(String apiVersion) {
    this.apiVersion = apiVersion;
  }

  // The class says the kind; Jackson would otherwise write the final field.
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  @Override
  public String getKind() {
    return kind;
  }

  @Override
  public ObjectMeta getMetadata() {
    return metadata;
  }

  @Override
  public void setMetadata(ObjectMeta metadata) {
    this.metadata = metadata;
  }

  /** Returns what is asked for. */
  public S getSpec() {
    return spec;
  }

  /** Sets what is asked for. */
  public void setSpec(S spec) {
    this.spec = spec;
  }

  /** Returns what was reported last, or null when nothing has been. */
  public @Nullable T getStatus() {
    return status;
  }

  /** Sets what is reported. */
  public void setStatus(@Nullable T status) {
    this.status = status;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof GroveResource<?, ?> that
        && getClass() == that.getClass()
        && Objects.equals(apiVersion, that.apiVersion)
        && Objects.equals(metadata, that.metadata)
        && Objects.equals(spec, that.spec)
        && Objects.equals(status, that.status);
  }

  @Override
  public int hashCode() {
    return Objects.hash(apiVersion, metadata, spec, status);
  }

  /** Names the object, without its content: specifications are too long for a log line. */
  @Override
  public String toString() {
    String namespace = metadata.getNamespace();
    return kind + " " + (namespace == null ? "" : namespace + "/") + metadata.getName();
  }

  /** Gives a fresh object of the kind the metadata of this one, beside another of its parts. */
  protected final <R extends GroveResource<S, T>> R share(R fresh, S otherSpec, @Nullable T other) {
    fresh.setMetadata(metadata);
    fresh.setSpec(otherSpec);
    fresh.setStatus(other);
    return fresh;
  }
}
