package dev.coppice.core.set;

import dev.coppice.api.Components;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.set.HeadlessServiceConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.child.Children;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.object.OwnKeys;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One headless Service for each set replica gives its pods their host names. */
final class HeadlessServices {

  private static final Purpose SYNC =
      Purpose.announcedOnFailure(
          ErrorCodes.SYNC_SERVICE,
          "created",
          "Service",
          EventReasons.SERVICE_CREATE_OR_UPDATE_FAILED);
  static final Purpose DELETE =
      Purpose.announcedOnFailure(
          ErrorCodes.DELETE_SERVICE, "deleted", "Service", EventReasons.SERVICE_DELETE_FAILED);

  private HeadlessServices() {}

  static Stream<Action> plan(Snapshot<PodCliqueSet> snapshot) {
    PodCliqueSet set = snapshot.primary();
    String name = set.getMetadata().getName();
    int replicas = set.getSpec().replicas();
    Stream<Action> wanted =
        IntStream.range(0, replicas)
            .mapToObj(replica ->
                Children.ensure(
                    snapshot, service(set, replica), SYNC, HeadlessServices::difference))
            .flatMap(Optional::stream);
    Set<String> names =
        IntStream.range(0, replicas)
            .mapToObj(replica -> Names.headlessService(name, replica))
            .collect(Collectors.toSet());
    Map<String, String> component = Map.of(Labels.COMPONENT, Components.HEADLESS_SERVICE);
    return Stream.concat(
        wanted, Children.deleteUnwanted(snapshot, Service.class, component, names, DELETE));
  }

  private static Service service(PodCliqueSet set, int replica) {
    String setName = set.getMetadata().getName();
    String name = Names.headlessService(setName, replica);
    HeadlessServiceConfig config = set.getSpec().template().headlessServiceConfig();
    return new ServiceBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(set.getMetadata().getNamespace())
        .withLabels(ChildLabels.headlessService(setName, replica, name))
        .withOwnerReferences(Ownership.controllerReference(set))
        .endMetadata()
        .withNewSpec()
        .withClusterIP("None")
        .withSelector(ChildLabels.setReplica(setName, replica))
        .withPublishNotReadyAddresses(config != null && config.publishNotReadyAddresses())
        .endSpec()
        .build();
  }

  private static JsonPatch difference(Service seen, Service wanted) {
    return OwnKeys.sync(seen, wanted)
        .sync("/spec/selector", seen.getSpec().getSelector(), wanted.getSpec().getSelector())
        .sync(
            "/spec/publishNotReadyAddresses",
            seen.getSpec().getPublishNotReadyAddresses(),
            wanted.getSpec().getPublishNotReadyAddresses());
  }
}
