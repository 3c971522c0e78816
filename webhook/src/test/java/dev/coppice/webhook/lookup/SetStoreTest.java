package dev.coppice.webhook.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;

/** What the webhook keeps of objects that tenants write. */
class SetStoreTest {

  @Test
  void keeps_of_a_set_what_rules_about_other_objects_read() {
    PodCliqueSet set =
        Serialization.unmarshal(
            """
            metadata:
              name: s
              namespace: ns
              labels: {team: a, kai.scheduler/queue: q}
              annotations:
                grove.io/disable-managed-resource-protection: "true"
                kubectl.kubernetes.io/last-applied-configuration: "{}"
            spec:
              template:
                cliques:
                - name: a
                  labels: {role: leader}
                  annotations: {grove.io/exclusive-topology: rack, note: first}
                  spec: {replicas: 2, podSpec: {containers: [{name: c, image: i}]}}
            """,
            PodCliqueSet.class);

    new SetStore().put("ns/s", set);

    assertThat(set.getMetadata().getLabels()).containsOnlyKeys("kai.scheduler/queue");
    assertThat(set.getMetadata().getAnnotations()).containsOnlyKeys(Annotations.DISABLE_PROTECTION);
    PodCliqueTemplate clique = set.getSpec().template().cliques().getFirst();
    assertThat(clique.labels()).isEmpty();
    assertThat(clique.annotations()).containsOnlyKeys(Annotations.EXCLUSIVE_TOPOLOGY);
    assertThat(clique.spec().replicas()).isEqualTo(2);
    assertThat(clique.spec().podSpec()).isEqualTo(new PodSpec());
  }

  @Test
  void keeps_of_a_gang_of_others_that_it_is_there() {
    PodGang gang =
        Serialization.unmarshal(
            """
            metadata:
              name: g
              namespace: ns
              labels: {team: a, app.kubernetes.io/managed-by: grove-operator}
              ownerReferences:
              - {apiVersion: apps/v1, kind: ReplicaSet, name: r, uid: u, controller: true}
            spec: {podgroups: [{name: p, minReplicas: 2}]}
            """,
            PodGang.class);

    new GangStore().put("ns/g", gang);

    assertThat(gang.getSpec().podgroups()).isEmpty();
    assertThat(gang.getMetadata().getLabels()).containsOnlyKeys("app.kubernetes.io/managed-by");
  }
}
