package dev.coppice.webhook.decision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Defaults;
import dev.coppice.webhook.review.Denials;
import dev.coppice.webhook.review.ReviewFormat;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.Reviews;
import dev.coppice.webhook.review.Verdict;
import io.fabric8.zjsonpatch.JsonPatch;
import java.io.IOException;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SetDefaultingTest {

  private static final String SET =
      """
      apiVersion: grove.io/v1alpha1
      kind: PodCliqueSet
      metadata: {name: web, namespace: ns, labels: {a: b}}
      spec:
        replicas: 1
        template:
          podCliqueScalingGroups:
          - {name: g, replicas: 3, cliqueNames: [b], scaleConfig: {maxReplicas: 5}}
          cliques:
          - name: a
            spec:
              roleName: a
              replicas: 0
              podSpec:
                futureField: {x: 1}
                containers:
                - {name: main, image: i, resources: {limits: {cpu: 1000m}}, securityContext: {runAsUser: 0}}
          - name: b
            spec:
              roleName: b
              replicas: 2
              minAvailable: 1
              autoScalingConfig: {maxReplicas: 4}
              podSpec:
                restartPolicy: OnFailure
                terminationGracePeriodSeconds: 5
                containers: [{name: main, image: i}]
      """;

  private final SetDefaulting defaulting = new SetDefaulting(_ -> Verdict.allow());

  @Test
  void the_patch_holds_the_fields_that_have_a_default_and_nothing_else() {
    assertThat(paths(patch(Reviews.tree(SET))))
        .containsExactlyInAnyOrder(
            "/spec/template/cliques/0/spec/replicas",
            "/spec/template/cliques/0/spec/minAvailable",
            "/spec/template/cliques/0/spec/podSpec/restartPolicy",
            "/spec/template/cliques/0/spec/podSpec/terminationGracePeriodSeconds",
            "/spec/template/cliques/1/spec/autoScalingConfig/minReplicas",
            "/spec/template/podCliqueScalingGroups/0/scaleConfig/minReplicas",
            "/spec/template/cliqueStartupType",
            "/spec/template/headlessServiceConfig");
  }

  @Test
  void what_we_do_not_know_or_write_differently_stays_as_it_was_submitted() {
    ObjectNode submitted = Reviews.tree(SET);

    JsonNode patched = JsonPatch.apply(patch(submitted), submitted);

    JsonNode podSpec = patched.at("/spec/template/cliques/0/spec/podSpec");
    assertThat(podSpec.at("/futureField/x").asInt()).isEqualTo(1);
    assertThat(podSpec.at("/containers/0/resources/limits/cpu").asText()).isEqualTo("1000m");
    assertThat(podSpec.at("/containers"))
        .isEqualTo(submitted.at("/spec/template/cliques/0/spec/podSpec/containers"));
  }

  @Test
  void the_patched_set_is_the_one_that_the_operator_would_see() throws IOException {
    ObjectNode submitted = Reviews.tree(SET);

    JsonNode patched = JsonPatch.apply(patch(submitted), submitted);

    assertThat(decode(patched)).isEqualTo(Defaults.of(decode(submitted)));
  }

  @Test
  void a_second_time_there_is_nothing_left_to_patch() {
    ObjectNode submitted = Reviews.tree(SET);
    ObjectNode patched = (ObjectNode) JsonPatch.apply(patch(submitted), submitted);

    Verdict again = defaulting.review(review(patched).request());

    assertThat(again).isEqualTo(Verdict.allow());
  }

  @Test
  void no_patch_touches_what_decides_about_privileges() {
    assertThat(paths(patch(Reviews.tree(SET))))
        .noneMatch(path ->
            path.contains("securityContext")
                || path.contains("serviceAccount")
                || path.contains("host")
                || path.contains("volumes")
                || path.startsWith("/metadata"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{spec: null}",
        "{spec: {}}",
        "{spec: 5}",
        "{spec: {template: null}}",
        "{spec: {template: {cliques: null}}}",
        "{spec: {template: {cliques: [null]}}}",
        "{spec: {template: {cliques: [{name: a}]}}}",
        "{spec: {template: {cliques: [{name: a, spec: {podSpec: null}}]}}}",
        "{spec: {template: {cliques: [{name: a, spec: {replicas: many}}]}}}",
        "{spec: {template: {cliques: [{name: a, spec: {replicas: 99999999999}}]}}}",
        "{metadata: null, spec: {template: {cliques: []}}}",
        "{metadata: [], spec: {template: {cliques: []}}}",
        "{spec: {template: {terminationDelay: 1h1x}}}",
        "{spec: {template: {podCliqueScalingGroups: [null]}}}",
      })
  void what_cannot_be_read_is_left_to_those_who_refuse_it_with_better_words(String broken) {
    Verdict verdict = defaulting.review(review(Reviews.tree(broken)).request());

    Verdict.Allowed allowed = (Verdict.Allowed) verdict;
    if (allowed.patch() != null) {
      ObjectNode submitted = Reviews.tree(broken);
      assertThat(JsonPatch.apply(allowed.patch(), submitted)).isNotNull();
    }
  }

  @Test
  void what_the_rules_refuse_gets_their_answer_in_place_of_a_patch() {
    Verdict refusal = Verdict.deny(Denials.forbidden("no"));

    assertThat(new SetDefaulting(_ -> refusal).review(review(Reviews.tree(SET)).request()))
        .isEqualTo(refusal);
  }

  @Test
  void warnings_of_the_rules_are_left_to_the_webhook_that_judges() {
    Reviewer warning = _ -> Verdict.allow(List.of("look out"));

    assertThat(new SetDefaulting(warning).review(review(Reviews.tree(SET)).request()))
        .isInstanceOfSatisfying(
            Verdict.Allowed.class, allowed -> assertThat(allowed.warnings()).isEmpty());
  }

  /** What was computed when the set was made is not computed anew from another number. */
  @Test
  void an_update_that_leaves_out_what_followed_from_replicas_keeps_what_is_stored() {
    ObjectNode submitted = Reviews.tree(SET.replace("replicas: 0", "replicas: 5"));
    ObjectNode stored = Reviews.tree(SET.replace("replicas: 0", "replicas: 3"));
    JsonNode old = JsonPatch.apply(patch(stored), stored);
    JsonNode patched =
        JsonPatch.apply(
            ((Verdict.Allowed)
                    defaulting.review(
                        Reviews.of("UPDATE", PodCliqueSet.class)
                            .with("oldObject", (ObjectNode) old)
                            .with("object", submitted)
                            .request()))
                .patch(),
            submitted);

    assertThat(patched.at("/spec/template/cliques/0/spec/replicas").asInt()).isEqualTo(5);
    assertThat(patched.at("/spec/template/cliques/0/spec/minAvailable").asInt()).isEqualTo(3);
  }

  @Test
  void a_deletion_has_nothing_to_default() {
    assertThat(defaulting.review(Reviews.of("DELETE", PodCliqueSet.class).request()))
        .isEqualTo(Verdict.allow());
  }

  private JsonNode patch(ObjectNode submitted) {
    return ((Verdict.Allowed) defaulting.review(review(submitted).request())).patch();
  }

  private static Reviews review(ObjectNode object) {
    return Reviews.of("CREATE", PodCliqueSet.class).with("object", object);
  }

  private static List<String> paths(JsonNode patch) {
    return StreamSupport.stream(patch.spliterator(), false)
        .map(operation -> operation.path("path").asText())
        .toList();
  }

  private static PodCliqueSet decode(JsonNode tree) throws IOException {
    return ReviewFormat.mapper().treeToValue(tree, PodCliqueSet.class);
  }
}
