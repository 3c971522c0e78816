package dev.coppice.app.startup;

import static java.util.stream.Collectors.toSet;

import dev.coppice.kube.client.FailureReason;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Looks once whether the API server serves all required kinds. It asks discovery, which everybody
 * may read and which is right about what is served, where a CRD object only says what is wished.
 */
public final class ClusterProbe implements Supplier<ClusterState> {

  private final KubernetesClient client;
  private final List<RequiredKind> requiredKinds;

  public ClusterProbe(KubernetesClient client, List<RequiredKind> requiredKinds) {
    this.client = client;
    this.requiredKinds = List.copyOf(requiredKinds);
  }

  @Override
  public ClusterState get() {
    try {
      Map<String, Set<String>> served =
          requiredKinds.stream()
              .map(RequiredKind::groupVersion)
              .distinct()
              .collect(Collectors.toMap(version -> version, this::served));
      List<String> missing =
          requiredKinds.stream()
              .filter(kind ->
                  !served.getOrDefault(kind.groupVersion(), Set.of()).contains(kind.plural()))
              .map(RequiredKind::definitionName)
              .toList();
      return missing.isEmpty()
          ? new ClusterState.Ready()
          : new ClusterState.MissingDefinitions(missing);
    } catch (KubernetesClientException e) {
      return FailureReason.isSilence(e)
          ? new ClusterState.Unreachable(FailureReason.of(e))
          : new ClusterState.Refused(FailureReason.of(e));
    }
  }

  private Set<String> served(String groupVersion) {
    APIResourceList list = client.getApiResources(groupVersion);
    return list == null
        ? Set.of()
        : list.getResources().stream().map(APIResource::getName).collect(toSet());
  }
}
