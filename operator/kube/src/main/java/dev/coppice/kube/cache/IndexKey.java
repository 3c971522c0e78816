package dev.coppice.kube.cache;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;

/**
 * What an object is found by.
 *
 * @param label what the value is a value of
 */
record IndexKey(String label, String namespace, String value) {

  static IndexKey of(String label, HasMetadata object, String value) {
    return new IndexKey(
        label, Objects.requireNonNullElse(object.getMetadata().getNamespace(), ""), value);
  }
}
