package dev.coppice.e2e.hostile;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Somebody who has a namespace, and in it a role for users. Sends bytes and gets bytes: no client
 * looks at what goes out, nor at what comes back.
 */
final class Tenant implements AutoCloseable {

  /** Ten thousand pods take minutes to go. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final String USER = "mallory";
  private static final String SETS = "/apis/grove.io/v1alpha1/namespaces/%s/podcliquesets";
  static final String SERVICES = "/api/v1/namespaces/%s/services";
  static final String PODS = "/api/v1/namespaces/%s/pods";
  static final String AUTOSCALERS = "/apis/autoscaling/v2/namespaces/%s/horizontalpodautoscalers";
  static final String GANGS = "/apis/scheduler.grove.io/v1alpha1/namespaces/%s/podgangs";
  private static final String CLIQUES = "/apis/grove.io/v1alpha1/namespaces/%s/podcliques";

  /** What a set may leave behind, by the path of its kind. */
  private static final List<String> CHILDREN =
      List.of(
          CLIQUES,
          "/apis/grove.io/v1alpha1/namespaces/%s/podcliquescalinggroups",
          GANGS,
          AUTOSCALERS,
          SERVICES,
          PODS);

  private final KubernetesClient administrator;
  private final String namespace;

  /** Reads what an API server does, however deep it is. */
  private static final ObjectMapper DEEP =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(20_000)
                          .maxNameLength(1 << 20)
                          .build())
                  .build())
          .build();

  /** What came back. */
  record Answer(int status, String body) {

    boolean isSuccess() {
      return status >= 200 && status < 300;
    }

    JsonNode json() {
      try {
        return DEEP.readTree(body);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("the API server answers in JSON", e);
      }
    }
  }

  private Tenant(KubernetesClient administrator, String namespace) {
    this.administrator = administrator;
    this.namespace = namespace;
  }

  /**
   * One with a new namespace.
   *
   * @param roles cluster roles that hold in it
   */
  static Tenant in(KubernetesClient administrator, String namespace, String... roles) {
    administrator
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
    return of(administrator, namespace, roles);
  }

  /** One with a namespace that is there. */
  static Tenant of(KubernetesClient administrator, String namespace, String... roles) {
    for (String role : roles) {
      administrator
          .resource(
              new RoleBindingBuilder()
                  .withNewMetadata()
                  .withName(role)
                  .withNamespace(namespace)
                  .endMetadata()
                  .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                  .addNewSubject("rbac.authorization.k8s.io", "User", USER, null)
                  .build())
          .create();
    }
    return new Tenant(administrator, namespace);
  }

  String namespace() {
    return namespace;
  }

  Answer create(String set) {
    return send(USER, "POST", SETS.formatted(namespace), "application/json", set);
  }

  Answer tryCreate(String set) {
    return send(USER, "POST", SETS.formatted(namespace) + "?dryRun=All", "application/json", set);
  }

  Answer patchSet(String name, String patch) {
    return patch(SETS + "/" + name, patch);
  }

  Answer patchClique(String name, String patch) {
    return patch(CLIQUES + "/" + name, patch);
  }

  /** Any object; {@code path} has a place for the namespace. */
  Answer patch(String path, String patch) {
    return send(USER, "PATCH", path.formatted(namespace), "application/merge-patch+json", patch);
  }

  /** Any object of a core or other kind; {@code path} has a place for the namespace. */
  Answer post(String path, String object) {
    return send(USER, "POST", path.formatted(namespace), "application/json", object);
  }

  /** Takes away all objects of a kind that have no other owner. */
  Answer deleteAll(String path) {
    return send(USER, "DELETE", path.formatted(namespace), "application/json", "");
  }

  Answer delete(String set) {
    return delete(SETS, set, "Background");
  }

  /** Deletes a set, and none of its parts. */
  Answer orphan(String set) {
    return delete(SETS, set, "Orphan");
  }

  Answer deleteClique(String name) {
    return delete(CLIQUES, name, "Background");
  }

  private Answer delete(String path, String name, String propagation) {
    return send(
        USER,
        "DELETE",
        path.formatted(namespace) + "/" + name,
        "application/json",
        "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"propagationPolicy\":\"%s\"}"
            .formatted(propagation));
  }

  JsonNode get(String set) {
    return send("", "GET", SETS.formatted(namespace) + "/" + set, "application/json", "").json();
  }

  JsonNode getClique(String name) {
    return send("", "GET", CLIQUES.formatted(namespace) + "/" + name, "application/json", "")
        .json();
  }

  /** Status and reason of a condition of an object; empty if it has none of that type. */
  static String condition(JsonNode object, String type) {
    return StreamSupport.stream(object.at("/status/conditions").spliterator(), false)
        .filter(condition -> type.equals(condition.path("type").asText()))
        .map(condition ->
            condition.path("status").asText()
                + " "
                + condition.path("reason").asText()
                + ": "
                + condition.path("message").asText())
        .findFirst()
        .orElse("");
  }

  /** Names of all that sets of the namespace have made. */
  List<String> children() {
    return CHILDREN.stream().flatMap(this::names).toList();
  }

  /** Annotations of all objects of a kind, as long as they are. */
  int annotationBytes(String path) {
    JsonNode list = send("", "GET", path.formatted(namespace), "application/json", "").json();
    return StreamSupport.stream(list.path("items").spliterator(), false)
        .mapToInt(item -> item.at("/metadata/annotations").toString().length())
        .sum();
  }

  /** Names of its pods. */
  List<String> pods() {
    return names(PODS).toList();
  }

  /** How many pods there are. */
  int countPods() {
    JsonNode list =
        send("", "GET", PODS.formatted(namespace) + "?limit=1", "application/json", "").json();
    return list.path("items").size() + list.at("/metadata/remainingItemCount").asInt();
  }

  /** Names of all objects of a kind. */
  Stream<String> names(String path) {
    JsonNode list =
        send("", "GET", path.formatted(namespace), "application/json", "").json().path("items");
    return StreamSupport.stream(list.spliterator(), false)
        .map(item -> item.at("/metadata/name").asText());
  }

  /** Deletes all sets and waits until nothing that they made is left. */
  void deleteAll() {
    names(SETS)
        .toList()
        .forEach(set -> {
          send(
              "",
              "PATCH",
              SETS.formatted(namespace) + "/" + set,
              "application/merge-patch+json",
              "{\"metadata\":{\"finalizers\":null}}");
          delete(set);
        });
    await().atMost(PATIENCE).until(() -> names(SETS).findAny().isEmpty() && children().isEmpty());
  }

  /** Sends what it is told to; an empty user is the administrator. */
  private Answer send(String user, String method, String path, String type, String body) {
    var request =
        administrator
            .getHttpClient()
            .newHttpRequestBuilder()
            .uri(administrator.getMasterUrl().toString().replaceAll("/+$", "") + path);
    if (!user.isEmpty()) {
      request.header("Impersonate-User", user);
    }
    if (!method.equals("GET")) {
      request.method(method, type, body);
    }
    try {
      HttpResponse<String> response =
          administrator.getHttpClient().sendAsync(request.build(), String.class).get();
      return new Answer(response.code(), response.body());
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot send %s %s".formatted(method, path), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** The namespace goes by and by: nobody uses its name again. */
  @Override
  public void close() {
    names(SETS)
        .forEach(set ->
            send(
                "",
                "PATCH",
                SETS.formatted(namespace) + "/" + set,
                "application/merge-patch+json",
                "{\"metadata\":{\"finalizers\":null}}"));
    administrator.namespaces().withName(namespace).delete();
  }
}
