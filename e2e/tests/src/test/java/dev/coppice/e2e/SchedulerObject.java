package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.status.LastError;
import dev.coppice.testkit.Kubectl;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;

/**
 * An object by which a scheduler is told of a gang, and what becomes of it under other hands.
 *
 * @param resource its kind, as kubectl takes it
 * @param name metadata.name
 * @param set the set whose gang it is of
 */
record SchedulerObject(String resource, String name, String set) {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String OWNERS = "jsonpath={.metadata.ownerReferences[*].kind}";

  /** Somebody else's it stays, and is named; once nobody owns it, the gang takes it back. */
  void changesHands(Kubectl kubectl, KubernetesClient client) {
    ConfigMap somebody =
        client
            .resource(new ConfigMapBuilder().withNewMetadata().withName("somebody").and().build())
            .create();
    give(
        kubectl,
        "[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"somebody\",\"uid\":\"%s\",\"controller\":true}]"
            .formatted(somebody.getMetadata().getUid()));
    await("the set names the owner")
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Sets.set(client, set).statusOrEmpty().lastErrors())
                .extracting(LastError::description)
                .anyMatch(
                    text -> text.contains(name + " exists and belongs to ConfigMap somebody")));

    give(kubectl, "[]");
    await("the gang owns it")
        .atMost(PATIENCE)
        .until(() -> kubectl.run("get", resource, name, "-o", OWNERS).out().equals("PodGang"));
    await("nothing is in the way any more")
        .atMost(PATIENCE)
        .until(() -> Sets.set(client, set).statusOrEmpty().lastErrors().isEmpty());
  }

  private void give(Kubectl kubectl, String owners) {
    kubectl.run(
        "patch",
        resource,
        name,
        "--type=json",
        "--patch=[{\"op\":\"add\",\"path\":\"/metadata/ownerReferences\",\"value\":%s}]"
            .formatted(owners));
  }
}
