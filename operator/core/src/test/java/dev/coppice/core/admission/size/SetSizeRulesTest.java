package dev.coppice.core.admission.size;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.AdmissionSettingsBuilder;
import dev.coppice.core.admission.rule.Breach;
import dev.coppice.core.admission.scale.ScaleRules;
import dev.coppice.core.admission.scale.Scaling;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many bytes a set and what is made of it may have, and how many pods by default. */
class SetSizeRulesTest {

  private static final AdmissionSettings STANDARD = AdmissionSettings.standard();

  private final RuleTable table = new RuleTable(STANDARD);

  /** A set of one clique with that many bytes in its template and in an annotation. */
  private static SampleSet set(int replicas, int pods, int inTemplate, int inAnnotation) {
    return SampleSet.of(
        """
        metadata: {name: s, namespace: n, annotations: {a: "%s"}}
        spec:
          replicas: %d
          template:
            cliques:
            - name: c
              annotations: {b: "%s"}
              spec: {roleName: c, replicas: %d, minAvailable: 1, podSpec: {restartPolicy: Always}}
        """
            .formatted("x".repeat(inAnnotation), replicas, "x".repeat(inTemplate), pods));
  }

  private static long bytes(SampleSet set) {
    PodCliqueSet defaulted = Defaults.of(set.set());
    return SetBytes.ofMetadata(defaulted) + SetBytes.ofSpec(defaulted);
  }

  @Test
  void the_last_byte_that_is_allowed_is_accepted_and_the_next_one_is_not() {
    int rest = (int) (256 * 1024 - bytes(set(1, 1, 0, 1_000)));

    table.verifyBinding(set(1, 1, rest, 1_000), null);
    RuleTable.verify(
        table.create(set(1, 1, rest + 1, 1_000)),
        "spec: Too long: the set has 262145 bytes of JSON (metadata %d, spec %d); at most 262144 are allowed"
            .formatted(
                SetBytes.ofMetadata(set(1, 1, 0, 1_000).set()),
                262145 - SetBytes.ofMetadata(set(1, 1, 0, 1_000).set())));
  }

  @Test
  void who_applies_is_told_of_the_copy_of_the_manifest() {
    SampleSet applied =
        SampleSet.of(
            """
            metadata: {name: s, namespace: n, annotations: {kubectl.kubernetes.io/last-applied-configuration: "%s"}}
            spec:
              replicas: 1
              template:
                cliques:
                - name: c
                  annotations: {b: "%1$s"}
                  spec: {roleName: c, replicas: 1, minAvailable: 1, podSpec: {restartPolicy: Always}}
            """
                .formatted("x".repeat(140_000)));

    assertThat(table.create(applied).message())
        .contains(
            "with the copy that kubectl apply keeps there, and kubectl apply --server-side does not,");
  }

  @Test
  void a_set_whose_annotations_are_too_large_is_told_so() {
    SampleSet large = set(1, 1, 100_000, 200_000);

    assertThat(table.create(large).message())
        .startsWith("metadata: Too long: the set has 300")
        .endsWith("; at most 262144 are allowed");
  }

  @Test
  void what_is_stored_may_be_written_again_and_made_smaller() {
    SampleSet stored = set(1, 1, 150_000, 150_000);

    Findings same = table.update(stored, stored);
    Findings smaller = table.update(stored, set(1, 1, 149_999, 150_000));
    Findings larger = table.update(stored, set(1, 1, 150_001, 150_000));

    RuleTable.verify(same, null);
    RuleTable.verify(smaller, null);
    assertThat(smaller.warnings()).singleElement().asString().endsWith(Breach.KEPT);
    assertThat(larger.message()).startsWith("spec: Too long: the set has 300");
    assertThat(new Validity(STANDARD).of(Defaults.of(stored.set())).isAllowed()).isTrue();
  }

  @Test
  void neither_a_status_nor_managed_fields_count() {
    PodCliqueSet set = set(1, 1, 0, 0).set();
    long before = SetBytes.ofMetadata(set) + SetBytes.ofSpec(set);
    ManagedFieldsEntry entry = new ManagedFieldsEntry();
    entry.setManager("x".repeat(10_000));

    set.setMetadata(
        new ObjectMetaBuilder(set.getMetadata())
            .withManagedFields(List.of(entry))
            .withResourceVersion("10")
            .withGeneration(10L)
            .build());
    set.setStatus(set.statusOrEmpty());

    assertThat(SetBytes.ofMetadata(set) + SetBytes.ofSpec(set)).isEqualTo(before);
  }

  // Beside what is asked for, a template and what is mirrored have 169 bytes together. A value of
  // more than 1 KiB is not mirrored.
  @ParameterizedTest
  @CsvSource({
    "1000,  66939,    0, true",
    "1000,  66940,    0, false",
    "10000,  5541, 1000, true",
    "10000,  5542, 1000, false",
    "10000,  6500, 2000, true"
  })
  void the_bytes_of_all_children_are_bounded(
      int replicas, int inTemplate, int inAnnotation, boolean accepted) {
    Findings found = table.create(set(replicas, 1, inTemplate, inAnnotation));

    assertThat(found.isAllowed()).as(found.message()).isEqualTo(accepted);
    if (!accepted) {
      assertThat(found.message())
          .startsWith("spec: Too long: the templates of all its PodCliques, with what its PodGangs")
          .endsWith(" bytes; at most 67108864 are allowed");
    }
  }

  @Test
  void children_of_a_group_are_counted_by_its_replicas_and_its_gangs() {
    PodCliqueSet set = Defaults.of(SampleSet.valid().set());
    long all = SetBytes.ofChildren(set, 2);

    long more =
        SetBytes.ofChildren(set, set.getSpec().template().podCliqueScalingGroups().getFirst(), 5);

    assertThat(SetBytes.ofChildren(set, 4)).isEqualTo(2 * all);
    assertThat(more).isGreaterThan(all);
  }

  @Test
  void scaling_is_bounded_as_well_and_only_outwards() {
    PodCliqueSet set = Defaults.of(set(700, 1, 67_000, 0).set());
    ScaleRules rules = new ScaleRules(STANDARD);

    assertThat(rules.judge(new Scaling.OfSet(set, 990)).isAllowed()).isTrue();
    assertThat(rules.judge(new Scaling.OfSet(set, 1_100)).message())
        .startsWith("spec.replicas: Invalid value: 1100: the templates of all its PodCliques")
        .endsWith(" bytes; at most 67108864 are allowed");
    PodCliqueSet stored = Defaults.of(set(2_000, 1, 67_000, 0).set());
    assertThat(rules.judge(new Scaling.OfSet(stored, 1_999)).isAllowed()).isTrue();
  }

  @Test
  void numbers_beyond_all_bounds_do_not_come_back_small() {
    PodCliqueSet set =
        Defaults.of(
            SampleSet.valid()
                .with("/spec/replicas", "2147483647")
                .with("/spec/template/podCliqueScalingGroups/0/replicas", "2147483647")
                .set());

    assertThat(SetBytes.ofChildren(set, 2147483647)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void a_set_that_was_stored_with_more_pods_than_are_allowed_now_runs_on() {
    SampleSet stored = set(2, 10_000, 0, 0);
    Validity validity = new Validity(STANDARD);
    PodCliqueSet defaulted = Defaults.of(stored.set());

    RuleTable.verify(
        table.create(stored),
        "spec.replicas: Invalid value: 2: the set would have 20000 pods; at most 10000 are allowed");
    assertThat(validity.of(defaulted).isAllowed()).isTrue();
    assertThat(validity.isWorkable(defaulted)).isTrue();
    table.verifyBinding(
        stored,
        "spec.replicas: Invalid value: 2: the set would have 20000 pods; at most 10000 are allowed");
    RuleTable.verify(table.update(stored, set(2, 9_999, 0, 0)), null);
    assertThat(table.update(stored, set(2, 10_001, 0, 0)).isAllowed()).isFalse();
  }

  @Test
  void an_administrator_who_lowers_the_number_stops_nothing_that_runs() {
    AdmissionSettings low = AdmissionSettingsBuilder.builder(STANDARD).maxPods(5).build();
    PodCliqueSet running = Defaults.of(set(2, 50, 0, 0).set());
    Admission admission = new Admission(low, new KnownObjects());

    assertThat(new Validity(low).of(running).isAllowed()).isTrue();
    assertThat(new Validity(low).isWorkable(running)).isTrue();
    assertThat(admission.onCreate(running).isAllowed()).isFalse();
    assertThat(new ScaleRules(low).judge(new Scaling.OfSet(running, 1)).isAllowed()).isTrue();
    assertThat(new ScaleRules(low).judge(new Scaling.OfSet(running, 3)).isAllowed()).isFalse();
  }

  @Test
  void what_no_default_ever_allowed_is_never_worked_on() {
    PodCliqueSet boundless = Defaults.of(set(2_000_000, 1, 0, 0).set());

    assertThat(new Validity(STANDARD).isWorkable(boundless)).isFalse();
    assertThat(new Validity(STANDARD).of(boundless).message())
        .isEqualTo(
            "spec.replicas: Invalid value: 2000000: the set would have 2000000 pods; at most 10000"
                + " are allowed");
  }
}
