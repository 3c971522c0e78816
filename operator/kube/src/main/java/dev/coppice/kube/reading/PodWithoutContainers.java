package dev.coppice.kube.reading;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;

/**
 * How a pod is read: what is skipped here is nine tenths of it, and no decision looks at it. What
 * is written stays whole.
 */
interface PodWithoutContainers {

  /** Skips what the kubelet and the scheduler need to run it. */
  @JsonIgnoreProperties(
      value = {
        "containers",
        "dnsConfig",
        "ephemeralContainers",
        "hostAliases",
        "imagePullSecrets",
        "initContainers",
        "overhead",
        "readinessGates",
        "resourceClaims",
        "resources",
        "securityContext",
        "tolerations",
        "topologySpreadConstraints",
        "volumes"
      },
      allowGetters = true)
  PodSpec getSpec();

  /** Skips where it runs and what it was given. */
  @JsonIgnoreProperties(
      value = {
        "allocatedResources",
        "ephemeralContainerStatuses",
        "hostIP",
        "hostIPs",
        "podIP",
        "podIPs",
        "resourceClaimStatuses",
        "resources"
      },
      allowGetters = true)
  PodStatus getStatus();
}
