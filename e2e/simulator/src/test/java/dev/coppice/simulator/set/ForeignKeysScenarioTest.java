package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.api.set.PodCliqueTemplateBuilder;
import dev.coppice.api.status.LastError;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.status.Conditions;
import dev.coppice.simulator.model.Policies;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What others put on the children of a set beside what the set wants there. */
class ForeignKeysScenarioTest {

  private static final String KEY = "example.com/team";
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private static final String SET =
      """
      metadata:
        name: s
        labels: {tier: gold}
        annotations: {owner: ann}
      spec:
        replicas: 2
        template:
          cliques:
            - name: a
              labels: {role: leader}
              annotations: {note: first}
              spec:
                roleName: a
                replicas: 1
                minAvailable: 1
                podSpec: {containers: [{name: c, image: i}]}
                autoScalingConfig: {minReplicas: 1, maxReplicas: 2}
            - name: b
              labels: {role: worker}
              spec:
                roleName: b
                replicas: 1
                minAvailable: 1
                podSpec: {containers: [{name: c, image: i}]}
          podCliqueScalingGroups:
            - name: g
              cliqueNames: [b]
              replicas: 2
              minAvailable: 1
              annotations: {zone: z}
      """;

  private final SetFixture fixture = new SetFixture(SET);

  static Stream<Class<? extends HasMetadata>> children() {
    return Stream.of(
        Service.class,
        PodClique.class,
        PodCliqueScalingGroup.class,
        PodGang.class,
        HorizontalPodAutoscaler.class,
        Pod.class);
  }

  @Test
  void a_policy_that_marks_everything_costs_no_write() {
    SetFixture unmarked = new SetFixture(SET);
    unmarked.settle();
    fixture.cluster.enforce(Policies.marking(KEY, "a"));

    fixture.settle();

    assertThat(fixture.actions()).hasSameSizeAs(unmarked.actions());
    assertThat(Conditions.isTrue(fixture.status().conditions(), ConditionTypes.AVAILABLE)).isTrue();
    assertThat(fixture.status().lastErrors()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("children")
  void what_a_policy_put_on_a_child_stays(Class<? extends HasMetadata> kind) {
    fixture.cluster.enforce(Policies.marking(KEY, "a"));
    fixture.settle();

    fixture.changeSet(set -> withLabels(set, Map.of("tier", "silver")));
    fixture.settle();

    assertThat(fixture.cluster.all(kind).toList())
        .isNotEmpty()
        .allSatisfy(child -> {
          assertThat(child.getMetadata().getLabels()).containsEntry(KEY, "a");
          assertThat(child.getMetadata().getAnnotations()).containsEntry(KEY, "a");
        });
  }

  @ParameterizedTest
  @MethodSource("children")
  void what_a_user_put_on_a_child_stays_and_costs_nothing(Class<? extends HasMetadata> kind) {
    fixture.settle();
    int before = fixture.actions().size();
    fixture
        .cluster
        .all(kind)
        .toList()
        .forEach(child -> fixture.cluster.change(child, this::marked));

    fixture.settle();

    assertThat(fixture.cluster.all(kind).toList())
        .isNotEmpty()
        .allSatisfy(child -> assertThat(child.getMetadata().getLabels()).containsEntry(KEY, "u"));
    assertThat(fixture.actionsSince(before)).isEmpty();
  }

  @Test
  void a_key_that_went_from_the_set_goes_from_its_gangs_and_a_foreign_one_does_not() {
    fixture.settle();
    fixture
        .cluster
        .all(PodGang.class)
        .toList()
        .forEach(g -> fixture.cluster.change(g, this::marked));

    fixture.changeSet(set -> withLabels(set, Map.of("team", "b")));
    fixture.settle();

    assertThat(fixture.gang("s-0").getMetadata().getLabels())
        .containsEntry("team", "b")
        .containsEntry(KEY, "u")
        .doesNotContainKey("tier");
  }

  @Test
  void what_an_older_version_copied_goes_from_gangs_by_one_patch_each() {
    fixture.settle();
    fixture
        .cluster
        .all(PodGang.class)
        .toList()
        .forEach(gang -> fixture.cluster.change(gang, ForeignKeysScenarioTest::copiedByOlder));
    int before = fixture.actions().size();

    fixture.settle();

    assertThat(fixture.actionsSince(before))
        .hasSize(fixture.names(PodGang.class).size())
        .hasOnlyElementsOfType(Action.Patch.class);
    assertThat(fixture.cluster.all(PodGang.class))
        .allSatisfy(gang ->
            assertThat(gang.getMetadata().getAnnotations())
                .doesNotContainKey(LAST_APPLIED)
                .containsEntry("owner", "ann")
                .containsEntry(Annotations.COPIED_ANNOTATIONS, "owner"));
  }

  private static PodGang copiedByOlder(PodGang gang) {
    PodGang older = new PodGang();
    older.setMetadata(
        new ObjectMetaBuilder(gang.getMetadata())
            .addToAnnotations(LAST_APPLIED, "{}")
            .addToAnnotations(Annotations.COPIED_ANNOTATIONS, LAST_APPLIED + ",owner")
            .build());
    older.setSpec(gang.getSpec());
    older.setStatus(gang.getStatus());
    return older;
  }

  @Test
  void a_label_that_went_from_a_clique_s_template_goes_from_the_clique() {
    fixture.settle();
    PodClique standing = fixture.clique("s-0-a");
    fixture.cluster.change(standing, this::marked);

    fixture.changeSet(ForeignKeysScenarioTest::withoutLabelsOfItsFirstClique);
    fixture.settle();

    PodClique clique = fixture.clique("s-0-a");
    assertThat(clique.getMetadata().getUid()).isEqualTo(standing.getMetadata().getUid());
    assertThat(clique.getMetadata().getLabels()).containsEntry(KEY, "u").doesNotContainKey("role");
    assertThat(clique.getMetadata().getAnnotations())
        .containsEntry(KEY, "u")
        .doesNotContainKey("note");
  }

  @Test
  void a_policy_that_rewrites_a_value_is_named_and_stops_nothing_else() {
    fixture.cluster.enforce(
        Policies.relabelling(Labels.NAME, "renamed", Set.of(Service.class, PodClique.class)));

    fixture.settle();

    assertThat(Conditions.isTrue(fixture.status().conditions(), ConditionTypes.AVAILABLE)).isTrue();
    assertThat(fixture.status().lastErrors())
        .extracting(LastError::description)
        .containsExactly(
            "PodClique: /metadata/labels/app.kubernetes.io~1name was set to \"s-0-a\" and has"
                + " become \"renamed\"",
            "Service: /metadata/labels/app.kubernetes.io~1name was set to \"s-0\" and has become"
                + " \"renamed\"",
            "PodCliqueScalingGroup s-0-g: PodClique: /metadata/labels/app.kubernetes.io~1name was"
                + " set to \"s-0-g-0-b\" and has become \"renamed\"",
            "PodCliqueScalingGroup s-1-g: PodClique: /metadata/labels/app.kubernetes.io~1name was"
                + " set to \"s-1-g-0-b\" and has become \"renamed\"");
    assertThat(fixture.names(Pod.class)).hasSize(6);
  }

  @Test
  void a_value_that_is_rewritten_is_written_once() {
    fixture.cluster.enforce(Policies.relabelling(Labels.NAME, "renamed", Set.of(Service.class)));
    fixture.settle();
    int before = fixture.actions().size();

    fixture.controllersFor(Duration.ofMinutes(5));

    assertThat(fixture.actionsSince(before)).isEmpty();
  }

  @Test
  void a_rewritten_value_does_not_keep_others_of_the_same_object_from_being_written() {
    fixture.cluster.enforce(Policies.relabelling("tier", "policy", Set.of(PodGang.class)));
    fixture.settle();

    fixture.changeSet(set -> withLabels(set, Map.of("tier", "silver", "team", "b")));
    fixture.setPass();

    assertThat(fixture.gang("s-0").getMetadata().getLabels())
        .containsEntry("team", "b")
        .containsEntry("tier", "policy");
  }

  @Test
  void an_error_about_a_rewritten_value_goes_with_the_next_change_after_the_policy() {
    fixture.cluster.enforce(Policies.relabelling(Labels.NAME, "renamed", Set.of(Service.class)));
    fixture.settle();
    fixture.cluster.enforce(UnaryOperator.identity());

    fixture.scaleSet(3);
    fixture.settle();

    assertThat(fixture.status().lastErrors()).isEmpty();
    assertThat(fixture.cluster.all(Service.class))
        .extracting(service -> service.getMetadata().getLabels().get(Labels.NAME))
        .containsExactly("s-0", "s-1", "s-2");
  }

  private static PodCliqueSet withoutLabelsOfItsFirstClique(PodCliqueSet set) {
    PodCliqueSetTemplate template = set.getSpec().template();
    return SetFixture.withSpec(
        set,
        PodCliqueSetSpecBuilder.builder(set.getSpec())
            .template(
                PodCliqueSetTemplateBuilder.builder(template)
                    .cliques(
                        template.cliques().stream()
                            .map(clique ->
                                clique.name().equals("a")
                                    ? PodCliqueTemplateBuilder.builder(clique)
                                        .labels(Map.of())
                                        .annotations(Map.of())
                                        .build()
                                    : clique)
                            .toList())
                    .build())
            .build());
  }

  private static PodCliqueSet withLabels(PodCliqueSet set, Map<String, String> labels) {
    PodCliqueSet changed = SetFixture.withSpec(set, set.getSpec());
    changed.setMetadata(new ObjectMetaBuilder(set.getMetadata()).withLabels(labels).build());
    return changed;
  }

  private <T extends HasMetadata> T marked(T child) {
    return Policies.marked(child, KEY, "u");
  }
}
