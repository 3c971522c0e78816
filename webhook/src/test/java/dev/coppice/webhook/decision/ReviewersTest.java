package dev.coppice.webhook.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.protection.Protection;
import dev.coppice.core.admission.protection.TrustedUsers;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.webhook.review.ReviewFormat;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.Reviews;
import dev.coppice.webhook.review.Verdict;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReviewersTest {

  private static final String SET =
      """
      metadata: {name: web, namespace: ns}
      spec:
        replicas: %d
        template:
          cliques: [{name: a, spec: {roleName: a, replicas: 1, podSpec: {containers: [{name: m, image: i}]}}}]
      """;

  private static final String CLIQUE =
      """
      metadata: {name: web, namespace: ns, labels: {app.kubernetes.io/part-of: set}}
      spec: {roleName: a, replicas: %d, podSpec: {containers: []}}
      """;

  private static final String GROUP =
      """
      metadata: {name: web, namespace: ns}
      spec: {replicas: %d, minAvailable: 1, cliqueNames: [a]}
      """;

  private final KnownObjects known = new KnownObjects();
  private final Admission admission = new Admission(AdmissionSettings.standard(), known);
  private final Reviewer sets =
      new Validation<>(PodCliqueSet.class, admission::onCreate, admission::onUpdate);
  private final Reviewer children = new ChildValidation(admission);
  private final Reviewer scales = new ScaleValidation(admission);
  private final Reviewer protection =
      new ProtectionReview(
          new Protection(TrustedUsers.CLUSTER.and(java.util.Set.of("operator")), known));

  @Test
  void a_good_set_is_allowed() {
    assertAllowed(sets, Reviews.of("CREATE", PodCliqueSet.class).object(SET.formatted(1)));
  }

  @Test
  void a_bad_set_is_refused_by_name() {
    assertDenied(
        sets,
        Reviews.of("CREATE", PodCliqueSet.class).object(SET.formatted(-1)),
        422,
        "PodCliqueSet.grove.io \"web\" is invalid: spec.replicas: Invalid value: -1: must be"
            + " greater than or equal to 0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e40000000", "1e999999999", "1e-999999999"})
  void a_quantity_that_kubernetes_does_not_hold_is_refused_in_no_time(String quantity) {
    String set =
        SET.formatted(1)
            .replace("image: i", "image: i, resources: {limits: {cpu: \"" + quantity + "\"}}");

    assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () ->
            assertDenied(
                sets,
                Reviews.of("UPDATE", PodCliqueSet.class).object(set).oldObject(set),
                422,
                "PodCliqueSet.grove.io \"web\" is invalid:"
                    + " spec.template.cliques[0].spec.podSpec.containers[0].resources.limits[cpu]:"
                    + " Invalid value: \"%s\": must be below 2^63".formatted(quantity)
                    + " (9223372036854775808) and above -2^63, with an exponent from -40 to 40"));
  }

  @Test
  void what_is_written_over_is_allowed_with_a_warning() {
    Verdict verdict =
        sets.review(
            Reviews.of("CREATE", PodCliqueSet.class)
                .object(SET.formatted(1).replace("podSpec: {", "podSpec: {hostname: web, "))
                .request());

    assertThat(verdict).isInstanceOf(Verdict.Allowed.class);
    assertThat(verdict.warnings())
        .containsExactly(
            "spec.template.cliques[0].spec.podSpec.hostname: overwritten: the host name of a pod is"
                + " the name of its PodClique and its index");
  }

  @Test
  void what_broke_a_later_rule_before_is_allowed_with_a_warning_and_refused_anew() {
    String reserved = SET.formatted(1).replace("name: m", "name: grove-initc");
    String told =
        "spec.template.cliques[0].spec.podSpec.containers[0].name: Invalid value: \"grove-initc\": is"
            + " the name of what the operator adds for the startup order";
    Reviews update = Reviews.of("UPDATE", PodCliqueSet.class);

    Verdict kept =
        sets.review(
            update.oldObject(reserved).object(reserved.replace("image: i", "image: j")).request());

    assertThat(kept).isInstanceOf(Verdict.Allowed.class);
    assertThat(kept.warnings()).containsExactly(told + "; kept only because it is stored already");
    assertDenied(
        sets,
        Reviews.of("UPDATE", PodCliqueSet.class).oldObject(SET.formatted(1)).object(reserved),
        422,
        "PodCliqueSet.grove.io \"web\" is invalid: " + told);
  }

  @Test
  void a_set_without_its_parts_is_refused_and_is_no_bug() {
    assertDenied(
        sets,
        Reviews.of("CREATE", PodCliqueSet.class).object("{metadata: {name: web}}"),
        422,
        "PodCliqueSet.grove.io \"web\" is invalid: spec: Required value");
  }

  @Test
  void what_is_stored_and_cannot_be_read_can_be_repaired() {
    assertAllowed(
        sets,
        Reviews.of("UPDATE", PodCliqueSet.class)
            .oldObject("{spec: {replicas: many}}")
            .object(SET.formatted(1)));
  }

  @Test
  void another_kind_is_refused() {
    assertDenied(
        sets,
        Reviews.of("CREATE", Pod.class).object("{}"),
        400,
        "a Pod is not judged here, only PodCliqueSet");
    assertDenied(
        scales, Reviews.of("UPDATE", Pod.class).object("{}"), 400, "pods are not judged here");
    assertDenied(
        scales, Reviews.ofScale(Pod.class).object("{}"), 400, "pods/scale are not judged here");
  }

  @Test
  void a_review_without_an_object_is_refused() {
    assertDenied(sets, Reviews.of("CREATE", PodCliqueSet.class), 400, "request.object is missing");
    assertDenied(scales, Reviews.ofScale(PodClique.class), 400, "request.object is missing");
    assertDenied(protection, Reviews.of("UPDATE", Pod.class), 400, "the object is missing");
  }

  @ParameterizedTest
  @ValueSource(classes = {PodCliqueSet.class, PodCliqueScalingGroup.class, PodClique.class})
  void all_three_kinds_are_judged_when_they_are_scaled(Class<? extends HasMetadata> type) {
    known.add(stored(type));

    assertAllowed(scales, Reviews.ofScale(type).object("{spec: {replicas: 3}}"));
    assertAllowed(scales, Reviews.ofScale(type).object("{spec: {}}"));
    assertDenied(
        scales,
        Reviews.ofScale(type).object("{spec: {replicas: -1}}"),
        422,
        HasMetadata.getKind(type)
            + ".grove.io \"web\" is invalid: spec.replicas: Invalid value: -1");
    assertDenied(
        scales,
        Reviews.ofScale(type).object("{spec: {replicas: 99999999999}}"),
        400,
        "spec.replicas is not a number of replicas");
  }

  private static HasMetadata stored(Class<? extends HasMetadata> type) {
    String yaml = type == PodCliqueSet.class ? SET : type == PodClique.class ? CLIQUE : GROUP;
    return read(yaml.formatted(1), type);
  }

  private static <T> T read(String yaml, Class<T> type) {
    try {
      return ReviewFormat.mapper().treeToValue(Reviews.tree(yaml), type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void other_replicas_in_the_object_itself_are_judged_too() {
    assertDenied(
        scales,
        Reviews.of("UPDATE", PodClique.class)
            .oldObject(CLIQUE.formatted(1))
            .object(CLIQUE.formatted(-1)),
        422,
        "PodClique.grove.io \"web\" is invalid: spec.replicas");
    assertDenied(
        scales,
        Reviews.of("UPDATE", PodCliqueScalingGroup.class)
            .oldObject(GROUP.formatted(1))
            .object(GROUP.formatted(-1)),
        422,
        "PodCliqueScalingGroup.grove.io \"web\" is invalid: spec.replicas");
  }

  @Test
  void a_training_job_is_not_scaled_by_whichever_way() {
    String job =
        SET.formatted(1).replace("  replicas: 1\n", "  replicas: 1\n  workloadType: Training\n");
    String owned =
        CLIQUE.replace(
            "labels: {app.kubernetes.io/part-of: set}",
            "ownerReferences: [{apiVersion: grove.io/v1alpha1, kind: PodCliqueSet, name: web, uid: u, controller: true}]");
    known.add(read(job, PodCliqueSet.class)).add(read(owned.formatted(1), PodClique.class));
    String refusal =
        "%s.grove.io \"web\" is invalid: spec.replicas: Invalid value: 2: field is immutable: a"
            + " training job is not scaled";

    assertDenied(
        sets,
        Reviews.of("UPDATE", PodCliqueSet.class)
            .oldObject(job)
            .object(job.replace("  replicas: 1\n  w", "  replicas: 2\n  w")),
        422,
        refusal.formatted("PodCliqueSet"));
    assertDenied(
        scales,
        Reviews.ofScale(PodCliqueSet.class).object("{spec: {replicas: 2}}"),
        422,
        refusal.formatted("PodCliqueSet"));
    assertDenied(
        scales,
        Reviews.ofScale(PodClique.class).object("{spec: {replicas: 2}}"),
        422,
        refusal.formatted("PodClique"));
    assertDenied(
        scales,
        Reviews.of("UPDATE", PodClique.class)
            .oldObject(owned.formatted(1))
            .object(owned.formatted(2)),
        422,
        refusal.formatted("PodClique"));
  }

  @Test
  void what_is_made_by_hand_is_refused_and_what_bears_the_label_of_the_operator_is_not() {
    assertDenied(
        children,
        Reviews.of("CREATE", PodClique.class).object(CLIQUE.formatted(1)),
        422,
        "PodClique.grove.io \"web\" is invalid: metadata.labels: Forbidden: a PodClique is made by"
            + " the operator, from a PodCliqueSet: create a PodCliqueSet instead");
    assertDenied(
        children,
        Reviews.of("CREATE", PodCliqueScalingGroup.class).object(GROUP.formatted(1)),
        422,
        "PodCliqueScalingGroup.grove.io \"web\" is invalid: metadata.labels: Forbidden");
    assertAllowed(
        children,
        Reviews.of("CREATE", PodClique.class)
            .object(
                CLIQUE
                    .formatted(1)
                    .replace(
                        "labels: {", "labels: {app.kubernetes.io/managed-by: grove-operator, ")));
    assertDenied(
        children,
        Reviews.of("CREATE", PodCliqueSet.class).object(SET.formatted(1)),
        400,
        "a PodCliqueSet is not judged here");
  }

  @Test
  void what_the_operator_made_is_the_operators() {
    known.add(stored(PodCliqueSet.class));
    Reviews update =
        Reviews.of("UPDATE", PodClique.class)
            .oldObject(
                "{metadata: {name: x, namespace: ns, labels: {app.kubernetes.io/part-of: web}}}");

    assertDenied(protection, update, 403, "jane may not update this PodClique");
    assertAllowed(protection, update.by("operator"));
    assertAllowed(protection, update.by("admin", "system:masters"));
  }

  @Test
  void an_operation_that_nobody_knows_is_refused_and_a_connection_is_not() {
    assertDenied(
        protection, Reviews.of("TURN", Pod.class).object("{}"), 400, "unknown operation TURN");
    assertAllowed(protection, Reviews.of("CONNECT", Pod.class));
  }

  @Test
  void what_belongs_to_no_set_is_let_through_with_a_warning() {
    Verdict verdict =
        protection.review(
            Reviews.of("DELETE", PodClique.class).oldObject("{metadata: {name: x}}").request());

    assertThat(verdict).isInstanceOf(Verdict.Allowed.class);
    assertThat(verdict.warnings()).singleElement().asString().contains("bears no label");
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
