package dev.coppice.kube.reading;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;

/**
 * How a pod is read: what is skipped here is nine tenths of it, and no decision looks at it. What
 * is written stays whole.
 */
interface LeanPod {

  /** Skips what the kubelet and the scheduler need to run it. */
  @JsonDeserialize(as = LeanSpec.class)
  @JsonIgnoreProperties(
      value = {
        "dnsConfig",
        "ephemeralContainers",
        "hostAliases",
        "imagePullSecrets",
        "readinessGates",
        "resourceClaims",
        "securityContext",
        "tolerations",
        "topologySpreadConstraints",
        "volumes"
      },
      allowGetters = true)
  PodSpec getSpec();

  /** Skips where it runs and what it was given of devices. */
  @JsonIgnoreProperties(
      value = {
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

  /** Of containers what counts is whether they are started again, and what they ask for. */
  final class LeanSpec extends PodSpec {

    private static final long serialVersionUID = 1;

    @Override
    @JsonIncludeProperties({"name", "resources", "restartPolicy", "restartPolicyRules"})
    public List<Container> getContainers() {
      return super.getContainers();
    }

    @Override
    @JsonIncludeProperties({"name", "resources", "restartPolicy", "restartPolicyRules"})
    public List<Container> getInitContainers() {
      return super.getInitContainers();
    }
  }
}
