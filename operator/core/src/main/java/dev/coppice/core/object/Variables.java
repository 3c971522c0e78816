package dev.coppice.core.object;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;

/** Environment variables of containers. */
public final class Variables {

  private Variables() {}

  public static EnvVar value(String name, String value) {
    return new EnvVarBuilder().withName(name).withValue(value).build();
  }

  public static EnvVar number(String name, int value) {
    return value(name, Integer.toString(value));
  }

  /** One that has the value of a label of its pod. */
  public static EnvVar label(String name, String key) {
    return new EnvVarBuilder()
        .withName(name)
        .withNewValueFrom()
        .withNewFieldRef()
        .withFieldPath("metadata.labels['" + key + "']")
        .endFieldRef()
        .endValueFrom()
        .build();
  }
}
