package dev.coppice.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.AdmissionSettingsBuilder;
import dev.coppice.core.admission.rule.Breach;
import dev.coppice.core.testing.TestYaml;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a row of a table of rules means: one edit of a valid object, and the violations that it
 * brings, joined by {@code &&}; none if the object is as good as before.
 */
public final class RuleTable {

  /** Ten times the default, so that indices have five digits. */
  private static final int MAX_PODS = 100_000;

  /** A cluster with three schedulers, of which one knows topologies, and everything switched on. */
  public static final AdmissionSettings EVERYTHING_ON =
      new AdmissionSettings(
          AdmissionSettings.DEFAULT_MAX_CLIQUES,
          MAX_PODS,
          AdmissionSettings.DEFAULT_MAX_SET_BYTES,
          List.of("default-scheduler", "kai-scheduler", "volcano"),
          "default-scheduler",
          true,
          Set.of("kai-scheduler"),
          true,
          true,
          true,
          true);

  /** The same, of which the stock scheduler places pods one by one. */
  public static final AdmissionSettings WITHOUT_GANGS =
      AdmissionSettingsBuilder.builder(EVERYTHING_ON).nativeGangs(false).build();

  private static final String AND = " && ";

  private final Admission admission;

  public RuleTable(AdmissionSettings settings) {
    admission = new Admission(settings, new KnownObjects().add(topology("dc")));
  }

  /** A topology of three levels. */
  public static ClusterTopologyBinding topology(String name) {
    return TestYaml.read(
        """
        metadata: {name: %s}
        spec:
          levels:
          - {domain: zone, key: topology.kubernetes.io/zone}
          - {domain: rack, key: example.com/rack}
          - {domain: host, key: kubernetes.io/hostname}
        """
            .formatted(name),
        ClusterTopologyBinding.class);
  }

  public Findings create(SampleSet set) {
    return admission.onCreate(set.set());
  }

  public Findings update(SampleSet before, SampleSet after) {
    return admission.onUpdate(before.set(), after.set());
  }

  /** A set is refused or accepted alike when it is new and when it comes of a valid one. */
  public void verify(SampleSet set, String violations) {
    verify(create(set), violations);
    Findings updated = admission.onUpdate(set.set(), set.set());
    verify(updated, violations);
  }

  /**
   * What only binds new sets is refused in one, and nothing but a warning, in the same words, in
   * one that is stored with it.
   */
  public void verifyBinding(SampleSet set, String violations) {
    verify(create(set), violations);
    Findings kept = update(set, set);
    verify(kept, null);
    if (violations != null) {
      assertThat(kept.warnings())
          .containsAll(
              List.of(violations.split(AND, -1)).stream()
                  .map(text -> text + "; " + Breach.KEPT)
                  .toList());
    }
  }

  public static void verify(Findings findings, String violations) {
    List<String> expected = new ArrayList<>();
    if (violations != null) {
      expected.addAll(List.of(violations.split(AND, -1)));
    }
    assertThat(findings.violations()).extracting(Violation::toString).isEqualTo(expected);
  }
}
