package dev.coppice.testkit;

import dev.coppice.api.Crds;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Brings the definitions of our kinds into a cluster. */
public final class CrdInstallation {

  private static final long PATIENCE_SECONDS = 60;

  private CrdInstallation() {}

  /** Creates or updates all of them and waits until the API server serves them. */
  public static void into(KubernetesClient client, String fieldManager) {
    install(client, fieldManager, Crds.NAMES);
  }

  /** The same for Queues, which are there only where somebody wants them. */
  public static void ofQueues(KubernetesClient client, String fieldManager) {
    install(client, fieldManager, Crds.OPTIONAL);
  }

  private static void install(KubernetesClient client, String fieldManager, List<String> names) {
    for (String name : names) {
      // As a tree: a typed definition would drop what the client's model does not know.
      client
          .resource(Serialization.unmarshal(Crds.yaml(name), GenericKubernetesResource.class))
          .fieldManager(fieldManager)
          .forceConflicts()
          .serverSideApply();
    }
    for (String name : names) {
      client
          .apiextensions()
          .v1()
          .customResourceDefinitions()
          .withName(name)
          .waitUntilCondition(CrdInstallation::isEstablished, PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  // A definition that was just made has neither a status nor, for a moment, conditions in it.
  private static boolean isEstablished(@Nullable CustomResourceDefinition definition) {
    return Optional.ofNullable(definition)
        .map(CustomResourceDefinition::getStatus)
        .map(CustomResourceDefinitionStatus::getConditions)
        .stream()
        .flatMap(List::stream)
        .anyMatch(condition ->
            condition.getType().equals("Established") && condition.getStatus().equals("True"));
  }
}
