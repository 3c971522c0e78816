package dev.coppice.core.admission.name;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Names;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.template.CliqueTemplates;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/**
 * Whatever the parts of a set are called, a set that is accepted gives no two children of one kind
 * one name, and one that is refused for that does.
 */
class ChildNamesPropertyTest {

  /** Above every number that stands in the name of a part here. */
  private static final int INDICES = 13;

  private static final String COLLISION = "would both be named";

  private final Admission admission = new Admission(RuleTable.EVERYTHING_ON, new KnownObjects());

  /** A clique, and the number of the group that it belongs to, if there is one of that number. */
  record Clique(String name, int group, boolean scales) {}

  /** What the parts of a set are called. */
  record Parts(List<Clique> cliques, List<String> groups) {}

  /** All names are cut out of one row of words, so that many of them fit each other. */
  @Provide
  Arbitrary<Parts> parts() {
    return Arbitraries.of("a", "b", "0", "1", "12", "01")
        .list()
        .ofMinSize(3)
        .ofMaxSize(6)
        .flatMap(row ->
            Combinators.combine(cliques(row), names(row).list().ofMaxSize(3).uniqueElements())
                .as(Parts::new));
  }

  private static Arbitrary<List<Clique>> cliques(List<String> row) {
    return Combinators.combine(
            names(row), Arbitraries.integers().between(0, 3), Arbitraries.of(true, false))
        .as(Clique::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(5)
        .uniqueElements(Clique::name);
  }

  private static Arbitrary<String> names(List<String> row) {
    Arbitrary<Integer> index = Arbitraries.integers().between(0, row.size() - 1);
    return Combinators.combine(index, index)
        .as((one, other) ->
            String.join("-", row.subList(Math.min(one, other), Math.max(one, other) + 1)));
  }

  @Property
  void no_two_children_of_one_kind_have_one_name(@ForAll("parts") Parts parts) {
    PodCliqueSet set = set(parts.cliques(), parts.groups());

    Findings findings = admission.onCreate(set);

    Set<String> shared = shared(names(set));
    Statistics.collect(shared.isEmpty() ? "distinct" : "shared");
    Statistics.coverage(coverage -> coverage.check("shared").percentage(share -> share > 3));
    assertThat(findings.violations().stream().anyMatch(text -> text.detail().contains(COLLISION)))
        .as("%s: %s", shared, findings.message())
        .isEqualTo(!shared.isEmpty());
  }

  private static PodCliqueSet set(List<Clique> cliques, List<String> groups) {
    SampleSet set =
        SampleSet.of("{metadata: {name: s, namespace: n}, spec: {replicas: 2, template: {}}}")
            .with("/spec/template/cliques", "[]")
            .with("/spec/template/podCliqueScalingGroups", "[]");
    for (Clique clique : cliques) {
      boolean alone = clique.group() >= groups.size();
      set =
          set.with(
              "/spec/template/cliques/-",
              "{name: '%s', spec: {podSpec: {}%s}}"
                  .formatted(
                      clique.name(),
                      alone && clique.scales() ? ", autoScalingConfig: {maxReplicas: 3}" : ""));
    }
    for (int i = 0; i < groups.size(); i++) {
      int group = i;
      List<String> members =
          cliques.stream()
              .filter(clique -> clique.group() == group)
              .map(clique -> "'" + clique.name() + "'")
              .toList();
      set =
          set.with(
              "/spec/template/podCliqueScalingGroups/-",
              "{name: '%s', cliqueNames: %s, scaleConfig: {maxReplicas: 3}}"
                  .formatted(groups.get(i), members));
    }
    return set.set();
  }

  /** The names of all children, and of their pods, with the kind before each. */
  private static List<String> names(PodCliqueSet set) {
    List<String> names = new ArrayList<>();
    for (int replica = 0; replica < INDICES; replica++) {
      names.add("Service " + Names.headlessService("s", replica));
      names.add("PodGang " + Names.basePodGang("s", replica));
      for (PodCliqueTemplate clique : CliqueTemplates.standalone(set.getSpec().template())) {
        String name = Names.standalonePodClique("s", replica, clique.name());
        podClique(name, names);
        if (clique.spec().autoScalingConfig() != null) {
          names.add("HorizontalPodAutoscaler " + name);
        }
      }
      for (PodCliqueScalingGroupConfig group : set.getSpec().template().podCliqueScalingGroups()) {
        group(replica, group, names);
      }
    }
    return names;
  }

  private static void group(int replica, PodCliqueScalingGroupConfig group, List<String> names) {
    String name = Names.podCliqueScalingGroup("s", replica, group.name());
    names.add("PodCliqueScalingGroup " + name);
    names.add("HorizontalPodAutoscaler " + name);
    for (int j = 0; j < INDICES; j++) {
      names.add("PodGang " + Names.scaledPodGang("s", replica, group.name(), j + 1, 1));
      for (String clique : group.cliqueNames()) {
        podClique(Names.groupPodClique(name, j, clique), names);
      }
    }
  }

  private static void podClique(String name, List<String> names) {
    names.add("PodClique " + name);
    IntStream.range(0, 2).mapToObj(pod -> "Pod " + Names.hostname(name, pod)).forEach(names::add);
  }

  private static Set<String> shared(List<String> names) {
    Set<String> seen = new HashSet<>();
    Set<String> shared = new HashSet<>();
    names.stream().filter(name -> !seen.add(name)).forEach(shared::add);
    return shared;
  }
}
