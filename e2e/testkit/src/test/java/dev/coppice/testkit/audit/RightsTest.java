package dev.coppice.testkit.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.plane.AuditLog;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RightsTest {

  private static final String USER = "system:serviceaccount:ns:worker";

  private static final List<HasMetadata> OBJECTS =
      Stream.of(
              """
              apiVersion: rbac.authorization.k8s.io/v1
              kind: ClusterRole
              metadata: {name: worker}
              rules:
              - {apiGroups: [""], resources: [pods, pods/status], verbs: [create, patch]}
              - {apiGroups: [""], resources: [secrets], resourceNames: [own], verbs: [get]}
              - {apiGroups: [grove.io], resources: [podcliques/finalizers], verbs: [update]}
              """,
              """
              apiVersion: rbac.authorization.k8s.io/v1
              kind: ClusterRoleBinding
              metadata: {name: worker}
              roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: worker}
              subjects: [{kind: ServiceAccount, namespace: ns, name: worker}]
              """)
          .flatMap(RightsTest::read)
          .toList();

  private static Stream<HasMetadata> read(String yaml) {
    try (KubernetesClient unconnected = new KubernetesClientBuilder().build()) {
      return unconnected.load(new ByteArrayInputStream(yaml.getBytes(UTF_8))).items().stream();
    }
  }

  private final Rights rights = new Rights(Grant.of(OBJECTS));

  private void take(String user, String verb, String reference, String decision) {
    rights.take(
        AuditLog.parse(
            """
            {"auditID":"1","requestReceivedTimestamp":"2026-01-01T00:00:00Z",\
            "stageTimestamp":"2026-01-01T00:00:00Z","verb":"%s","user":{"username":"%s"},\
            "objectRef":{%s},"responseStatus":{"code":200},\
            "annotations":{"authorization.k8s.io/decision":"%s"}}\
            """
                .formatted(verb, user, reference, decision)));
  }

  @Test
  void every_verb_of_every_resource_is_a_right_of_its_own() {
    assertThat(rights.unused())
        .extracting(Grant::toString)
        .containsExactlyInAnyOrder(
            USER + " may create pods",
            USER + " may create pods/status",
            USER + " may patch pods",
            USER + " may patch pods/status",
            USER + " may get secrets own");
  }

  @Test
  void what_is_done_uses_no_more_than_its_own_right() {
    take(USER, "patch", "\"resource\":\"pods\",\"subresource\":\"status\"", "allow");
    take(USER, "get", "\"resource\":\"secrets\",\"name\":\"own\"", "allow");
    take("admin", "create", "\"resource\":\"pods\"", "allow");

    assertThat(rights.unused())
        .extracting(Grant::toString)
        .containsExactlyInAnyOrder(
            USER + " may create pods", USER + " may create pods/status", USER + " may patch pods");
    assertThat(rights.refused()).isEmpty();
  }

  @Test
  void a_right_about_one_object_is_not_used_by_another_one_nor_in_another_group() {
    take(USER, "get", "\"resource\":\"secrets\",\"name\":\"other\"", "allow");
    take(USER, "create", "\"resource\":\"pods\",\"apiGroup\":\"metrics.k8s.io\"", "allow");

    assertThat(rights.unused()).hasSize(5);
  }

  @Test
  void what_is_refused_for_want_of_a_right_is_told_once_and_uses_none() {
    take(USER, "delete", "\"resource\":\"pods\"", "forbid");
    take(USER, "delete", "\"resource\":\"pods\"", "forbid");
    take("somebody", "delete", "\"resource\":\"pods\"", "forbid");

    assertThat(rights.refused()).containsExactly(USER + ": delete pods.");
    assertThat(rights.unused()).hasSize(5);
  }

  @Test
  void what_is_refused_by_an_API_server_that_does_not_know_the_roles_yet_is_no_missing_right() {
    take(USER, "create", "\"resource\":\"pods\"", "forbid");

    assertThat(rights.refused()).isEmpty();
    assertThat(rights.unused()).hasSize(5);
    assertThat(rights.lines().getFirst()).contains("1 requests made of an API server");
  }

  @Test
  void a_line_about_somebody_else_need_not_be_read() {
    assertThat(rights.concerns("{\"user\":{\"username\":\"" + USER + "\"}}")).isTrue();
    assertThat(rights.concerns("{\"user\":{\"username\":\"" + USER + "-2\"}}")).isFalse();
  }
}
