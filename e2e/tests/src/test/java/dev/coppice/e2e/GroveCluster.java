package dev.coppice.e2e;

import static org.awaitility.Awaitility.await;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangMap;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A namespace with all that an operator of Grove has left in it, stored as that operator stored it:
 * written down by what is known of its versions, and with nothing of ours. It is recorded from the
 * moment on in which everything stands.
 */
final class GroveCluster implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final ControlPlane plane;
  private final String namespace;
  private final KubernetesClient client;
  private final Map<String, String> uids = new HashMap<>();
  private Recorder recorder;

  private GroveCluster(ControlPlane plane, String version) {
    this.plane = plane;
    this.namespace = "grove-%s-%d".formatted(version, NUMBERS.incrementAndGet());
    this.client = plane.client(PlaneUser.ADMIN, namespace);
  }

  /** Stores what an operator of a version has left. */
  static GroveCluster leftBy(String version, ControlPlane plane) {
    GroveCluster cluster = new GroveCluster(plane, version);
    cluster.makeRoom();
    Stream.of(read(version).replace("NAMESPACE", cluster.namespace).split("\n---\n", -1))
        .map(document -> Serialization.unmarshal(document, GenericKubernetesResource.class))
        .forEach(cluster::store);
    cluster.recorder = Recorder.inNamespace(cluster.client, cluster.namespace);
    return cluster;
  }

  private static String read(String version) {
    String file = "/grove/" + version + ".yaml";
    try (InputStream in = GroveCluster.class.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void makeRoom() {
    client
        .namespaces()
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
    await()
        .atMost(PATIENCE)
        .until(() -> client.serviceAccounts().withName("default").get() != null);
    // Whoever names a class that is not there is refused.
    for (String name : List.of("serving-high", "serving-low")) {
      client
          .scheduling()
          .v1()
          .priorityClasses()
          .resource(
              new PriorityClassBuilder()
                  .withNewMetadata()
                  .withName(name)
                  .endMetadata()
                  .withValue(7)
                  .build())
          .serverSideApply();
    }
  }

  private void store(GenericKubernetesResource object) {
    ObjectMeta metadata = object.getMetadata();
    metadata.setNamespace(namespace);
    metadata
        .getOwnerReferences()
        .forEach(owner ->
            owner.setUid(
                Objects.requireNonNull(uids.get(owner.getKind() + "/" + owner.getName()))));
    Object status = object.getAdditionalProperties().remove("status");
    GenericKubernetesResource stored = client.resource(object).create();
    uids.put(object.getKind() + "/" + metadata.getName(), stored.getMetadata().getUid());
    if (status != null) {
      client
          .resource(stored)
          .subresource("status")
          .patch(
              PatchContext.of(PatchType.JSON_MERGE),
              Serialization.asJson(Map.of("status", status)));
    }
  }

  KubernetesClient client() {
    return client;
  }

  Kubectl kubectl() {
    return new Kubectl(plane.kubectl(), plane.kubeconfig(PlaneUser.ADMIN), namespace);
  }

  String namespace() {
    return namespace;
  }

  Recorder recorder() {
    return recorder;
  }

  /** The only set. */
  PodCliqueSet set() {
    return client.resources(PodCliqueSet.class).list().getItems().getFirst();
  }

  /** Pods that stay. */
  List<Pod> pods() {
    return Teardowns.pods(client);
  }

  List<PodGang> gangs() {
    return client.resources(PodGang.class).list().getItems();
  }

  List<PodGangMap> maps() {
    return client.resources(PodGangMap.class).list().getItems();
  }

  /** Pods that the operator has asked to go. */
  Writes deletedPods() {
    return Writes.in(plane.auditLog())
        .by(PlaneUser.OPERATOR)
        .inNamespace(namespace)
        .to("pods")
        .withVerb("delete");
  }

  /** What is still there of a set and of all that was made for it, by kind and name. */
  List<String> remains() {
    return Stream.of(
            client.resources(PodCliqueSet.class),
            client.resources(PodCliqueScalingGroup.class),
            client.resources(PodClique.class),
            client.resources(PodGang.class),
            client.resources(PodGangMap.class),
            client.pods(),
            client.services(),
            client.autoscaling().v2().horizontalPodAutoscalers(),
            client.serviceAccounts(),
            client.secrets(),
            client.rbac().roles(),
            client.rbac().roleBindings())
        .flatMap(kind -> kind.list().getItems().stream())
        .map(HasMetadata.class::cast)
        .filter(object -> !object.getMetadata().getName().equals("default"))
        .map(object -> object.getKind() + "/" + object.getMetadata().getName())
        .toList();
  }

  /** UIDs of pods. */
  static Set<String> uids(List<Pod> pods) {
    return Teardowns.uids(pods);
  }

  @Override
  public void close() {
    if (recorder != null) {
      recorder.close();
    }
    client.namespaces().withName(namespace).delete();
    client.close();
  }
}
