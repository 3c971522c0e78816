package dev.coppice.webhook.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.coppice.core.admission.protection.TrustedUsers;
import dev.coppice.kube.trust.RegistrationName;
import dev.coppice.webhook.registration.JudgedQueues.Kai;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegistrationObjectsTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Set<String> OPERATOR =
      Set.of("system:serviceaccount:coppice:grove-operator");
  private static final TrustedUsers TRUSTED = TrustedUsers.CLUSTER.and(OPERATOR);
  private static final TrustedUsers SCALERS = TrustedUsers.MACHINERY.and(OPERATOR);
  private static final String AUTOSCALERS = "autoscalers.validating.webhooks.grove.io";
  private static final Destination SERVICE =
      new Destination.Service("coppice", "grove-operator", 9443);

  private static final Optional<JudgedQueues> OF_KAI =
      Optional.of(new JudgedQueues(Kai.CONFIGURED, false, Optional.empty()));
  private static final Optional<GuardedEvictions> ASKED =
      Optional.of(new GuardedEvictions(Set.of("system:kube-scheduler", "second"), false));
  private static final Optional<GuardedEvictions> ALONE =
      Optional.of(new GuardedEvictions(Set.of("system:kube-scheduler"), true));

  private static List<JsonNode> configurations(Destination destination, boolean protects) {
    return configurations(destination, protects, Optional.empty());
  }

  private static List<JsonNode> configurations(
      Destination destination, boolean protects, Optional<GuardedEvictions> evictions) {
    return configurations(destination, protects, Optional.empty(), evictions);
  }

  private static List<JsonNode> configurations(
      Destination destination,
      boolean protects,
      Optional<JudgedQueues> queues,
      Optional<GuardedEvictions> evictions) {
    return new RegistrationObjects(destination, protects, TRUSTED, SCALERS, queues, evictions)
        .all().stream().<JsonNode>map(MAPPER::valueToTree).toList();
  }

  private static Stream<JsonNode> webhooks() {
    return webhooksOf(configurations(SERVICE, true));
  }

  private static Stream<JsonNode> webhooksOf(List<JsonNode> configurations) {
    return configurations.stream()
        .flatMap(object -> StreamSupport.stream(object.path("webhooks").spliterator(), false));
  }

  private static JsonNode webhook(String name) {
    return webhooks()
        .filter(entry -> entry.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void without_protection_nothing_that_the_operator_made_is_registered() {
    assertThat(configurations(SERVICE, false))
        .extracting(object -> object.at("/metadata/name").asText())
        .containsExactly(
            "podcliqueset-defaulting-webhook",
            "podcliqueset-validating-webhook",
            "clustertopology-validating-webhook",
            "scale-validating-webhook");
  }

  @Test
  void with_protection_there_is_one_more() {
    assertThat(configurations(SERVICE, true).getLast().at("/metadata/name").asText())
        .isEqualTo("authorizer-webhook");
  }

  @Test
  void names_of_the_objects_are_those_that_the_webhook_looks_after() {
    List<String> made =
        new RegistrationObjects(SERVICE, true, TRUSTED, SCALERS, OF_KAI, ASKED)
            .all().stream().map(object -> object.getMetadata().getName()).toList();

    assertThat(new InstalledRegistrations(true, OF_KAI, true).required())
        .extracting(RegistrationName::name)
        .containsExactlyElementsOf(made);
  }

  @Test
  void every_webhook_fails_closed_within_ten_seconds_but_that_of_autoscalers_open_within_two() {
    assertThat(webhooks())
        .extracting(
            webhook -> webhook.path("name").asText(),
            webhook -> webhook.path("failurePolicy").asText(),
            webhook -> webhook.path("timeoutSeconds").asInt())
        .containsExactly(
            tuple("pcs.defaulting.webhooks.grove.io", "Fail", 10),
            tuple("pcs.validating.webhooks.grove.io", "Fail", 10),
            tuple("children.validating.webhooks.grove.io", "Fail", 10),
            tuple("clustertopology.validating.webhooks.grove.io", "Fail", 10),
            tuple("scale.validating.webhooks.grove.io", "Fail", 10),
            tuple(AUTOSCALERS, "Ignore", 2),
            tuple("authorizer.webhooks.grove.io", "Fail", 10));
  }

  @Test
  void every_webhook_is_asked_about_exactly_what_it_is_registered_for_in_every_namespace() {
    assertThat(webhooks())
        .allSatisfy(webhook -> {
          assertThat(webhook.path("matchPolicy").asText()).isEqualTo("Exact");
          assertThat(webhook.path("sideEffects").asText()).isEqualTo("None");
          assertThat(webhook.path("admissionReviewVersions")).hasToString("[\"v1\"]");
          assertThat(webhook.path("namespaceSelector")).hasToString("{}");
          assertThat(webhook.at("/clientConfig/caBundle").isMissingNode()).isTrue();
        });
  }

  @ParameterizedTest
  @CsvSource({
    "pcs.defaulting.webhooks.grove.io,             /webhooks/default-podcliqueset",
    "pcs.validating.webhooks.grove.io,             /webhooks/validate-podcliqueset",
    "children.validating.webhooks.grove.io,        /webhooks/validate-child",
    "clustertopology.validating.webhooks.grove.io, /webhooks/validate-clustertopology",
    "scale.validating.webhooks.grove.io,           /webhooks/validate-scale",
    "autoscalers.validating.webhooks.grove.io,     /webhooks/validate-scale",
    "authorizer.webhooks.grove.io,                 /webhooks/authorizer-webhook",
  })
  void each_webhook_has_its_path_behind_the_service(String name, String path) {
    assertThat(webhook(name).at("/clientConfig/service"))
        .hasToString(
            "{\"name\":\"grove-operator\",\"namespace\":\"coppice\",\"path\":\"%s\",\"port\":9443}"
                .formatted(path));
  }

  @Test
  void a_process_outside_of_the_cluster_is_found_by_url() {
    JsonNode defaulting =
        configurations(new Destination.Url("https://127.0.0.1:4443/"), false).getFirst();

    assertThat(defaulting.at("/webhooks/0/clientConfig"))
        .hasToString("{\"url\":\"https://127.0.0.1:4443/webhooks/default-podcliqueset\"}");
  }

  @Test
  void no_status_no_binding_and_no_namespace_is_ever_registered() {
    assertThat(webhooks().flatMap(RegistrationObjectsTest::resources))
        .doesNotContain("*", "*/*", "namespaces", "nodes", "events", "leases")
        .allSatisfy(
            resource -> assertThat(resource).doesNotEndWith("/status").doesNotEndWith("/binding"));
  }

  private static Stream<String> resources(JsonNode webhook) {
    return StreamSupport.stream(webhook.path("rules").spliterator(), false)
        .flatMap(rule -> StreamSupport.stream(rule.path("resources").spliterator(), false))
        .map(JsonNode::asText);
  }

  @Test
  void nothing_that_is_being_deleted_is_held_up_but_another_specification_of_it() {
    assertThat(webhooks())
        .allSatisfy(webhook ->
            assertThat(webhook.path("matchConditions").findValuesAsText("name"))
                .containsAnyOf("not-terminating", "not-terminating-or-other-spec", "other-spec"));
    assertThat(
            webhooks()
                .filter(webhook ->
                    webhook
                        .path("matchConditions")
                        .findValuesAsText("name")
                        .contains("not-terminating-or-other-spec"))
                .map(webhook -> webhook.path("name").asText()))
        .containsExactly(
            "pcs.validating.webhooks.grove.io", "clustertopology.validating.webhooks.grove.io");
  }

  @Test
  void children_of_a_set_are_only_judged_when_their_specification_changes() {
    JsonNode scale = webhook("scale.validating.webhooks.grove.io");

    assertThat(scale.path("rules"))
        .hasToString(
            "[{\"apiGroups\":[\"grove.io\"],\"apiVersions\":[\"v1alpha1\"],\"operations\":[\"UPDATE\"],"
                + "\"resources\":[\"podcliques\",\"podcliquescalinggroups\",\"podcliquesets/scale\","
                + "\"podcliques/scale\",\"podcliquescalinggroups/scale\"],\"scope\":\"Namespaced\"}]");
    assertThat(scale.path("matchConditions").findValuesAsText("name"))
        .containsExactly("other-spec", "by-others");
  }

  @Test
  void new_children_of_a_set_are_only_judged_when_somebody_makes_them_by_hand() {
    JsonNode children = webhook("children.validating.webhooks.grove.io");

    assertThat(children.path("rules"))
        .hasToString(
            "[{\"apiGroups\":[\"grove.io\"],\"apiVersions\":[\"v1alpha1\"],\"operations\":[\"CREATE\"],"
                + "\"resources\":[\"podcliques\",\"podcliquescalinggroups\"],\"scope\":\"Namespaced\"}]");
    assertThat(children.path("objectSelector"))
        .hasToString(
            "{\"matchExpressions\":[{\"key\":\"app.kubernetes.io/managed-by\",\"operator\":\"NotIn\","
                + "\"values\":[\"grove-operator\"]}]}");
  }

  @Test
  void the_operator_and_autoscalers_change_replicas_while_nobody_answers_and_administrators_not() {
    String conditions = webhook("scale.validating.webhooks.grove.io").path("matchConditions") + "";

    assertThat(conditions)
        .contains(
            "system:serviceaccount:coppice:grove-operator",
            "system:serviceaccounts:kube-system",
            "system:kube-controller-manager")
        .doesNotContain("system:masters");
  }

  @Test
  void autoscalers_and_nobody_else_are_judged_apart_and_by_the_number_alone() {
    JsonNode autoscalers = webhook(AUTOSCALERS);

    assertThat(autoscalers.path("rules"))
        .hasToString(
            "[{\"apiGroups\":[\"grove.io\"],\"apiVersions\":[\"v1alpha1\"],\"operations\":[\"UPDATE\"],"
                + "\"resources\":[\"podcliquesets/scale\",\"podcliques/scale\","
                + "\"podcliquescalinggroups/scale\"],\"scope\":\"Namespaced\"}]");
    assertThat(autoscalers.path("matchConditions"))
        .extracting(
            condition -> condition.path("name").asText(),
            condition -> condition.path("expression").asText())
        .hasSize(3)
        .anyMatch(condition -> condition.toList().getFirst().equals("other-replicas"))
        .contains(
            tuple(
                "by-autoscalers",
                "request.userInfo.username in ['system:kube-controller-manager']"
                    + " || (has(request.userInfo.groups) && request.userInfo.groups.exists("
                    + "g, g in ['system:serviceaccounts:kube-system']))"));
  }

  @Test
  void protection_looks_only_at_what_the_operator_made_and_others_change() {
    JsonNode authorizer = webhook("authorizer.webhooks.grove.io");

    assertThat(authorizer.at("/objectSelector/matchLabels"))
        .hasToString("{\"app.kubernetes.io/managed-by\":\"grove-operator\"}");
    assertThat(authorizer.path("matchConditions").toString())
        .contains(
            "system:serviceaccount:coppice:grove-operator",
            "system:nodes",
            "system:kube-scheduler");
  }

  @ParameterizedTest
  @CsvSource({"true, Fail", "false, Ignore"})
  void queues_can_be_deleted_while_nobody_answers_unless_their_deletion_is_protected(
      boolean protectsDeletion, String policy) {
    List<JsonNode> queues =
        webhooksOf(
                configurations(
                        SERVICE,
                        false,
                        Optional.of(
                            new JudgedQueues(Kai.ABSENT, protectsDeletion, Optional.empty())),
                        Optional.empty())
                    .stream()
                    .filter(object ->
                        object.at("/metadata/name").asText().equals("queue-validating-webhook"))
                    .toList())
            .toList();

    assertThat(queues)
        .extracting(
            webhook -> webhook.at("/rules/0/operations").toString(),
            webhook -> webhook.path("failurePolicy").asText())
        .containsExactly(tuple("[\"CREATE\",\"UPDATE\"]", "Fail"), tuple("[\"DELETE\"]", policy));
  }

  @Test
  void only_queues_that_kai_reads_are_written_for_it() {
    assertThat(
            configurations(
                SERVICE,
                false,
                Optional.of(new JudgedQueues(Kai.ABSENT, false, Optional.empty())),
                Optional.empty()))
        .extracting(object -> object.at("/metadata/name").asText())
        .doesNotContain("queue-defaulting-webhook");
    for (Kai kai : List.of(Kai.FOUND, Kai.CONFIGURED)) {
      assertThat(
              configurations(
                  SERVICE,
                  false,
                  Optional.of(new JudgedQueues(kai, false, Optional.empty())),
                  Optional.empty()))
          .extracting(object -> object.at("/metadata/name").asText())
          .contains("queue-defaulting-webhook");
    }
  }

  @Test
  void evictions_are_judged_of_schedulers_alone_and_outside_of_the_namespaces_of_the_cluster() {
    List<JsonNode> evictions =
        webhooksOf(List.of(configurations(SERVICE, false, ASKED).getLast())).toList();

    assertThat(evictions)
        .extracting(
            webhook -> webhook.path("name").asText(),
            webhook -> resources(webhook).toList(),
            webhook -> webhook.path("matchConditions").findValuesAsText("name"),
            webhook -> webhook.at("/objectSelector/matchLabels").toString())
        .containsExactly(
            tuple(
                "deletes.evictions.webhooks.grove.io",
                List.of("pods"),
                List.of("not-terminating", "by-schedulers"),
                "{\"app.kubernetes.io/managed-by\":\"grove-operator\"}"),
            tuple(
                "evictions.webhooks.grove.io",
                List.of("pods/eviction"),
                List.of("by-schedulers"),
                ""));
    assertThat(evictions)
        .allSatisfy(webhook -> {
          assertThat(webhook.path("matchConditions").findValuesAsText("expression"))
              .contains("request.userInfo.username in ['second', 'system:kube-scheduler']");
          assertThat(webhook.path("namespaceSelector"))
              .hasToString(
                  "{\"matchExpressions\":[{\"key\":\"kubernetes.io/metadata.name\",\"operator\":\"NotIn\","
                      + "\"values\":[\"kube-system\",\"kube-public\",\"kube-node-lease\"]}]}");
          assertThat(webhook.path("sideEffects").asText()).isEqualTo("NoneOnDryRun");
          assertThat(webhook.at("/clientConfig/service/path").asText())
              .isEqualTo("/webhooks/guard-eviction");
        });
  }

  @Test
  void evictions_pass_while_nobody_answers_only_where_the_scheduler_asks_before() {
    assertThat(webhooksOf(List.of(configurations(SERVICE, false, ASKED).getLast())))
        .allMatch(webhook -> webhook.path("failurePolicy").asText().equals("Ignore"));
    assertThat(webhooksOf(List.of(configurations(SERVICE, false, ALONE).getLast())))
        .allMatch(webhook -> webhook.path("failurePolicy").asText().equals("Fail"));
  }

  @Test
  void the_objects_carry_no_namespace() {
    assertThat(new RegistrationObjects(SERVICE, true, TRUSTED, SCALERS, OF_KAI, ASKED).all())
        .extracting(HasMetadata::getApiVersion, object -> object.getMetadata().getNamespace())
        .allSatisfy(pair ->
            assertThat(pair.toList()).containsExactly("admissionregistration.k8s.io/v1", null));
  }
}
