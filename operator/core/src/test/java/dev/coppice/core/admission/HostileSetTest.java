package dev.coppice.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What rules say does not grow with what they say it about, whichever rule it is. */
class HostileSetTest {

  // Texts of YAML may not be so long.
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .findAndAddModules()
          .build();

  private static final int LENGTH = 300 << 10;

  /**
   * All values that a message quotes may be cut at 256 characters, of which one is the ellipsis.
   */
  private static final String UNCUT = "z".repeat(256);

  private static final SampleSet EVERYTHING =
      SampleSet.valid()
          .with("/metadata/labels", "{kai.scheduler/queue: team}")
          .with(
              "/metadata/annotations",
              "{grove.io/mnnvl-group: a, grove.io/exclusive-topology: rack, "
                  + "grove.io/subgroup-exclusive-topology: host}")
          .with(
              "/spec/template/cliques/0/annotations",
              "{kai.scheduler/queue: other, grove.io/mnnvl-group: b, "
                  + "leaderworkerset.sigs.k8s.io/exclusive-topology: zone}")
          .with("/spec/template/cliques/0/labels/grove.io~1podclique", "x")
          .with("/spec/template/cliques/0/spec/subGroupPolicy", "{subGroupSize: 1}")
          .with("/spec/template/cliques/0/spec/podSpec/schedulerName", "kai-scheduler")
          .with("/spec/template/cliques/0/spec/podSpec/future", "{field: {a: [{b: c}]}}")
          .with("/spec/template/cliques/0/spec/podSpec/nodeSelector", "{rack: x}")
          .with("/spec/template/cliques/0/spec/podSpec/hostname", "h")
          .with(
              "/spec/template/cliques/0/spec/podSpec/affinity",
              "{podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                  + "[{topologyKey: host}]}}")
          .with("/spec/template/podCliqueScalingGroups/0/subGroupPolicy", "{subGroupSize: 2}")
          .with("/spec/template/topologyConstraint", "{topologyName: dc, pack: {required: zone}}")
          .with(
              "/spec/template/cliques/2/topologyConstraint",
              "{pack: {required: rack, preferred: host}}")
          .with(
              "/spec/template/resourceClaimTemplates",
              "[{name: gpus, templateSpec: {spec: {devices: {requests: [{name: gpu}]}}}}]")
          .with(
              "/spec/template/resourceSharing",
              "[{name: gpus, namespace: other, scope: AllReplicas, "
                  + "filter: {childCliqueNames: [router]}}]");

  private final Admission admission =
      new Admission(RuleTable.EVERYTHING_ON, new KnownObjects().add(RuleTable.topology("dc")));
  private final PodCliqueSet valid = SampleSet.valid().set();

  private static String large(String text) {
    return text + "z".repeat(LENGTH);
  }

  /** One place of a tree after the other in which a text or a key can be another one. */
  private static List<Runnable> places(JsonNode tree, UnaryOperator<String> change) {
    List<Runnable> places = new ArrayList<>();
    if (tree instanceof ObjectNode object) {
      object
          .properties()
          .forEach(field -> {
            if (field.getValue().isTextual()) {
              places.add(
                  () -> object.put(field.getKey(), change.apply(field.getValue().textValue())));
            }
            places.addAll(places(field.getValue(), change));
            places.add(
                () -> object.set(change.apply(field.getKey()), object.remove(field.getKey())));
          });
    } else if (tree instanceof ArrayNode list) {
      IntStream.range(0, list.size())
          .forEach(i -> {
            if (list.get(i).isTextual()) {
              places.add(() -> list.set(i, change.apply(list.get(i).textValue())));
            }
            places.addAll(places(list.get(i), change));
          });
    }
    return places;
  }

  private static Stream<PodCliqueSet> withOneLargeText() {
    int count = places(EVERYTHING.tree(), HostileSetTest::large).size();
    return IntStream.range(0, count)
        .mapToObj(place -> {
          JsonNode tree = EVERYTHING.tree();
          places(tree, HostileSetTest::large).get(place).run();
          return read(tree);
        });
  }

  /** Where the schema has an enumeration nothing else can be read. */
  private static PodCliqueSet read(JsonNode tree) {
    try {
      return JSON.treeToValue(tree, PodCliqueSet.class);
    } catch (JsonProcessingException e) {
      return EVERYTHING.set();
    }
  }

  @Test
  void no_rule_quotes_more_of_a_value_than_is_read() {
    List<PodCliqueSet> sets = withOneLargeText().toList();

    assertThat(sets).hasSizeGreaterThan(100);
    sets.forEach(set -> {
      assertCut(admission.onCreate(set));
      assertCut(admission.onUpdate(valid, set));
      assertCut(admission.onUpdate(set, valid));
      assertCut(admission.onUpdate(EVERYTHING.set(), set));
      assertCut(admission.onUpdate(set, EVERYTHING.set()));
      assertCut(admission.onUpdate(set, set));
      assertCut(admission.keptReplicas(set, valid));
      assertCut(Validity.standard().of(Defaults.of(set)));
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {"z", "\u0001", "\ud83d\ude00"})
  void findings_stay_small_when_everything_is_large(String character) {
    ObjectNode tree = (ObjectNode) EVERYTHING.tree();
    Set<String> read = Set.of("CliqueStartupTypeExplicit", "AllReplicas");
    places(tree, text -> read.contains(text) ? text : text + character.repeat(LENGTH / 16))
        .forEach(change -> {
          JsonNode before = tree.deepCopy();
          change.run();
          if (!isReadable(tree)) {
            tree.removeAll();
            tree.setAll((ObjectNode) before);
          }
        });

    assertSmall(admission.onCreate(read(tree)));
    assertSmall(admission.onUpdate(valid, read(tree)));
  }

  @Test
  void each_clique_may_have_another_scheduler_of_half_a_megabyte() {
    ObjectNode tree =
        (ObjectNode) SampleSet.valid().with("/spec/template/podCliqueScalingGroups", "[]").tree();
    ArrayNode cliques = (ArrayNode) tree.at("/spec/template/cliques");
    ObjectNode first = (ObjectNode) cliques.get(0);
    ((ObjectNode) first.at("/spec/podSpec")).put("schedulerName", "z".repeat(512 << 10));
    for (int i = 3; i < 64; i++) {
      ObjectNode clique = first.deepCopy();
      clique.put("name", "c" + i);
      ((ObjectNode) clique.at("/spec")).put("roleName", "c" + i);
      ((ObjectNode) clique.at("/spec/podSpec")).put("schedulerName", "z".repeat(300) + i);
      cliques.add(clique);
    }

    Findings findings = admission.onCreate(read(tree));

    assertThat(findings.violations()).hasSizeGreaterThan(64);
    assertCut(findings);
    assertThat(findings.message()).hasSizeLessThan(100_000);
  }

  private static boolean isReadable(JsonNode tree) {
    try {
      return JSON.treeToValue(tree, PodCliqueSet.class) != null;
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  private static void assertCut(Findings findings) {
    assertThat(findings.message()).doesNotContain(UNCUT);
    assertThat(findings.warnings()).noneMatch(warning -> warning.contains(UNCUT));
    assertSmall(findings);
  }

  private static void assertSmall(Findings findings) {
    assertThat(findings.violations())
        .hasSizeLessThanOrEqualTo(100)
        .allSatisfy(violation -> {
          assertThat(violation.path().text()).hasSizeLessThanOrEqualTo(2 * 1024);
          assertThat(violation.detail()).hasSizeLessThanOrEqualTo(2 * 1024);
          assertThat(violation.body()).hasSizeLessThanOrEqualTo(2 * 1024 + 10 * 256);
        });
    assertThat(findings.warnings())
        .hasSizeLessThanOrEqualTo(100)
        .allSatisfy(warning -> assertThat(warning).hasSizeLessThanOrEqualTo(2 * 1024));
  }
}
