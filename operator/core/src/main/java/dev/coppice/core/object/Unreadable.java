package dev.coppice.core.object;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Optional;

/**
 * Why an object that the API server holds cannot be read: something in it is not what the model of
 * its kind can hold. The reader leaves the metadata of such an object, and marks it. The mark is
 * never sent by an API server and never written to one.
 *
 * @param path where the value stands, such as {@code spec.template.cliques[0].spec.podSpec}; empty
 *     if it is the object as a whole
 * @param cause what is wrong there, without the value
 */
public record Unreadable(String path, String cause) {

  private static final String MARK = "coppice.dev/unreadable";

  /** The mark of an object; empty if the object can be read. */
  public static Optional<Unreadable> of(HasMetadata object) {
    ObjectMeta metadata = object.getMetadata();
    return metadata != null
            && metadata.getAdditionalProperties().get(MARK) instanceof Unreadable unreadable
        ? Optional.of(unreadable)
        : Optional.empty();
  }

  /** Marks an object, before anybody else holds it. */
  public void mark(HasMetadata object) {
    object.getMetadata().setAdditionalProperty(MARK, this);
  }
}
