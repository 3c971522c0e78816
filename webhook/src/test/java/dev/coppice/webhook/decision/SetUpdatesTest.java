package dev.coppice.webhook.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.rule.AdmissionLookup;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.webhook.review.Reviews;
import dev.coppice.webhook.review.UnansweredException;
import dev.coppice.webhook.review.Verdict;
import java.io.IOException;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class SetUpdatesTest {

  private static final String SET =
      """
      metadata: {name: web, namespace: ns}
      spec:
        replicas: 1
        template:
          cliques: [{name: a, spec: {minAvailable: 1, replicas: %d, podSpec: {hostname: h, containers: [{name: m, image: i}]}}}]
      """;
  private static final String OVERWRITTEN =
      "spec.template.cliques[0].spec.podSpec.hostname: overwritten: the host name of a pod is the"
          + " name of its PodClique and its index";

  private static Verdict update(AdmissionLookup lookup, int replicas) {
    Admission admission = new Admission(AdmissionSettings.standard(), lookup);
    return new Validation<>(PodCliqueSet.class, admission::onCreate, new SetUpdates(admission))
        .review(
            Reviews.of("UPDATE", PodCliqueSet.class)
                .oldObject(SET.formatted(1))
                .object(SET.formatted(replicas))
                .request());
  }

  @Test
  void what_live_objects_do_not_follow_is_told_beside_all_else() {
    KnownObjects known =
        new KnownObjects()
            .add(
                TestYaml.read(
                    """
                    metadata: {name: web-0-a, namespace: ns, labels: {app.kubernetes.io/part-of: web}}
                    spec: {roleName: a, replicas: 1, podSpec: {containers: []}}
                    """,
                    PodClique.class));

    Verdict verdict = update(known, 2);

    assertThat(verdict).isInstanceOf(Verdict.Allowed.class);
    assertThat(verdict.warnings())
        .containsExactly(
            OVERWRITTEN,
            "spec.template.cliques[0].spec.replicas: 2 is for new PodCliques only: PodClique"
                + " web-0-a keeps its own number, 1; to change it: kubectl scale pclq/web-0-a -n ns"
                + " --replicas=2");
  }

  @Test
  void a_default_that_nobody_wrote_does_not_refuse_other_replicas() {
    String bare = SET.replace("minAvailable: 1, ", "");
    Admission admission = new Admission(AdmissionSettings.standard(), new KnownObjects());

    Verdict verdict =
        new Validation<>(PodCliqueSet.class, admission::onCreate, new SetUpdates(admission))
            .review(
                Reviews.of("UPDATE", PodCliqueSet.class)
                    .oldObject(SET.replace("minAvailable: 1", "minAvailable: 3").formatted(3))
                    .object(bare.formatted(5))
                    .request());

    assertThat(verdict).isInstanceOf(Verdict.Allowed.class);
  }

  @Test
  void a_set_is_not_refused_for_want_of_advice() {
    Verdict verdict = update(silent(), 2);

    assertThat(verdict).isInstanceOf(Verdict.Allowed.class);
    assertThat(verdict.warnings())
        .containsExactly(
            OVERWRITTEN,
            "spec.template: PodCliques and PodCliqueScalingGroups that are there keep their own"
                + " replicas; whether those differ is not known: timed out");
  }

  @Test
  void what_is_refused_gets_no_advice() {
    Verdict verdict = update(silent(), -1);

    assertThat(verdict).isInstanceOf(Verdict.Denied.class);
    assertThat(verdict.warnings()).containsExactly(OVERWRITTEN);
  }

  private static AdmissionLookup silent() {
    return (AdmissionLookup)
        Proxy.newProxyInstance(
            AdmissionLookup.class.getClassLoader(),
            new Class<?>[] {AdmissionLookup.class},
            (_, _, _) -> {
              throw new UnansweredException("timed out", new IOException());
            });
  }
}
