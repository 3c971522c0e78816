package dev.coppice.webhook.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.object.Unreadable;
import dev.coppice.webhook.review.ReviewFormat;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.Reviews;
import dev.coppice.webhook.review.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ways in for what the operator cannot read, and that what is being deleted can go. */
class UnreadableReviewsTest {

  private static final String CLIQUE =
      """
      metadata: {name: web, namespace: ns, labels: {app.kubernetes.io/part-of: set}}
      spec: {roleName: a, replicas: 1, podSpec: {containers: []}}
      """;

  private static final String GROUP =
      """
      metadata: {name: web, namespace: ns}
      spec: {replicas: 1, minAvailable: 1, cliqueNames: [a]}
      """;

  private static final String VOLUME =
      """
      metadata: {name: web, namespace: ns, finalizers: [mine/own]%s}
      spec:
        replicas: 1
        template:
          cliques: [{name: a, spec: {roleName: a, replicas: 1, podSpec: {
            containers: [{name: m, image: i}],
            volumes: [{name: v, ephemeral: {volumeClaimTemplate: {metadata: {generation: %s}}}}]}}}]
      """;

  private static final String LEAVING = ", deletionTimestamp: '2026-01-01T00:00:00Z'";

  private final KnownObjects known = new KnownObjects();
  private final Admission admission = new Admission(AdmissionSettings.standard(), known);
  private final Reviewer sets =
      new Validation<>(PodCliqueSet.class, admission::onCreate, admission::onUpdate);
  private final Reviewer scales = new ScaleValidation(admission);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{spec: {replicas: many}} | spec.replicas: Invalid value: \"many\": cannot be read: must be a whole number of 32 bits",
        "{spec: {template: {cliques: 5}}} | spec.template.cliques: Invalid value: 5: cannot be read: must be an array",
        "{spec: {template: {cliques: [{spec: 7}]}}} | spec.template.cliques[0].spec: Invalid value: 7: cannot be read: must be an object",
        "{spec: {template: {cliques: [{labels: {a: {b: c}}}]}}} | spec.template.cliques[0].labels[a]: Invalid value: \"object\": cannot be read: must be a string",
      })
  void what_cannot_be_read_is_refused_with_its_path(String object, String complaint) {
    assertDenied(
        sets,
        Reviews.of("CREATE", PodCliqueSet.class).object(object),
        422,
        "PodCliqueSet.grove.io \"web\" is invalid: " + complaint);
  }

  @Test
  void what_is_being_deleted_is_no_way_in() {
    assertDenied(
        sets,
        Reviews.of("UPDATE", PodCliqueSet.class)
            .oldObject(VOLUME.formatted(LEAVING, "1"))
            .object(VOLUME.formatted(LEAVING, "boom")),
        422,
        "PodCliqueSet.grove.io \"web\" is invalid:"
            + " spec.template.cliques[0].spec.podSpec.volumes[0].ephemeral.volumeClaimTemplate.metadata.generation:"
            + " Invalid value: \"boom\": cannot be read: must be a whole number of 64 bits");
    assertDenied(
        sets,
        Reviews.of("UPDATE", PodCliqueSet.class)
            .oldObject(VOLUME.formatted(LEAVING, "1"))
            .object(VOLUME.formatted(LEAVING, "1").replace("replicas: 1\n", "replicas: -1\n")),
        422,
        "PodCliqueSet.grove.io \"web\" is invalid: spec.replicas: Invalid value: -1");
  }

  @Test
  void what_is_being_deleted_can_go_whatever_stands_in_it() {
    String stored = VOLUME.formatted(LEAVING, "boom");

    assertAllowed(
        sets,
        Reviews.of("UPDATE", PodCliqueSet.class)
            .oldObject(stored)
            .object(stored.replace("finalizers: [mine/own]", "finalizers: []")));
    assertAllowed(
        sets,
        Reviews.of("UPDATE", PodCliqueSet.class)
            .oldObject(stored)
            .object(stored.replace("namespace: ns", "namespace: ns, labels: {a: b}")));
    assertAllowed(
        sets,
        Reviews.of("UPDATE", PodCliqueSet.class)
            .oldObject(stored)
            .object(VOLUME.formatted(LEAVING, "1")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "containers: [{name: m, resources: {claims: mine}}] | spec.podSpec.containers[0].resources.claims: Invalid value: \"mine\": cannot be read: must be an array",
        "containers: 5 | spec.podSpec.containers: Invalid value: 5: cannot be read: must be an array",
        "priority: 99999999999 | spec.podSpec.priority: Invalid value: 99999999999: cannot be read: ",
      })
  void a_clique_that_somebody_makes_unreadable_is_refused_by_its_path(
      String podSpec, String complaint) {
    String stored = CLIQUE;
    Reviews update =
        Reviews.of("UPDATE", PodClique.class)
            .oldObject(stored)
            .object(stored.replace("containers: []", podSpec));

    assertDenied(scales, update, 422, "PodClique.grove.io \"web\" is invalid: " + complaint);
  }

  @Test
  void a_group_that_somebody_makes_unreadable_is_refused_and_other_changes_are_not_judged() {
    String stored = GROUP;

    assertDenied(
        scales,
        Reviews.of("UPDATE", PodCliqueScalingGroup.class)
            .oldObject(stored)
            .object(stored.replace("minAvailable: 1", "minAvailable: [1]")),
        422,
        "PodCliqueScalingGroup.grove.io \"web\" is invalid: spec.minAvailable: Invalid value: \"array\"");
    assertAllowed(
        scales,
        Reviews.of("UPDATE", PodClique.class)
            .oldObject(CLIQUE)
            .object(CLIQUE.replace("containers: []", "hostname: h, containers: []")));
  }

  @Test
  void who_scales_is_not_held_up_by_a_set_that_cannot_be_read() {
    PodCliqueSet set = new PodCliqueSet();
    set.getMetadata().setName("set");
    set.getMetadata().setNamespace("ns");
    new Unreadable("spec", "a string, not an object").mark(set);
    known.add(set).add(read(CLIQUE, PodClique.class));

    assertAllowed(scales, Reviews.ofScale(PodClique.class).object("{spec: {replicas: 3}}"));
  }

  private static <T> T read(String yaml, Class<T> type) {
    try {
      return ReviewFormat.mapper().treeToValue(Reviews.tree(yaml), type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertAllowed(Reviewer reviewer, Reviews review) {
    assertThat(reviewer.review(review.request())).isInstanceOf(Verdict.Allowed.class);
  }

  private static void assertDenied(Reviewer reviewer, Reviews review, int code, String message) {
    Verdict verdict = reviewer.review(review.request());
    assertThat(verdict).isInstanceOf(Verdict.Denied.class);
    Verdict.Denied denied = (Verdict.Denied) verdict;
    assertThat(denied.status().getCode()).isEqualTo(code);
    assertThat(denied.status().getMessage()).startsWith(message);
  }
}
