package dev.coppice.core.pod;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an administrator decides about the init container that waits for a clique's parents.
 *
 * @param image one that has a shell
 * @param requests what the container requests, by resource
 * @param limits what it is limited to, by resource
 */
@RecordBuilder
public record StartupSettings(
    String image, Map<String, Quantity> requests, Map<String, Quantity> limits) {

  private static final Map<String, Quantity> SMALL =
      Map.of("cpu", new Quantity("10m"), "memory", new Quantity("16Mi"));

  /** What holds where nothing is configured: a Guaranteed pod stays Guaranteed. */
  public static final StartupSettings DEFAULTS = new StartupSettings("busybox:1.37", SMALL, SMALL);

  /** Keeps copies, in one order. */
  public StartupSettings {
    requests = Collections.unmodifiableMap(new TreeMap<>(requests));
    limits = Collections.unmodifiableMap(new TreeMap<>(limits));
  }

  ResourceRequirements resources() {
    return new ResourceRequirementsBuilder().withRequests(requests).withLimits(limits).build();
  }
}
