package dev.coppice.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.scale.ScalableKind;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.zjsonpatch.JsonPatch;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** What holds for every object that can be read at all, whatever was done to it. */
class AdmissionPropertyTest {

  private static final JsonNode EVERYTHING =
      SampleSet.valid()
          .with(
              "/metadata/annotations",
              "{grove.io/mnnvl-group: a, grove.io/exclusive-topology: rack,"
                  + " grove.io/subgroup-exclusive-topology: host}")
          .with("/spec/template/cliques/0/spec/subGroupPolicy", "{subGroupSize: 1}")
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
              "[{name: gpus, scope: AllReplicas, filter: {childCliqueNames: [router]}}]")
          .tree();

  private static final JsonNode TRAINING = SampleSet.training().tree();

  private static final JsonNode BINDING =
      SampleSet.of(
              """
              metadata: {name: dc}
              spec:
                levels: [{domain: zone, key: z}, {domain: rack, key: r}]
                schedulerTopologyBindings: [{schedulerName: kai-scheduler, topologyReference: t}]
              """)
          .tree();

  /** Fields by which a pod may do more; nobody but its author decides about them. */
  private static final Set<String> SECURITY =
      Set.of(
          "securityContext",
          "serviceAccountName",
          "automountServiceAccountToken",
          "hostNetwork",
          "hostPID",
          "hostUsers");

  private final KnownObjects known = new KnownObjects().add(RuleTable.topology("dc"));
  private final Admission admission = new Admission(RuleTable.EVERYTHING_ON, known);
  private final PodCliqueSet job = read(TRAINING, PodCliqueSet.class).orElseThrow();
  private final PodCliqueSet original = read(EVERYTHING, PodCliqueSet.class).orElseThrow();

  @Provide
  Arbitrary<List<Mutation>> mutations() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 1_000), Arbitraries.of(Mutation.Change.class))
        .as(Mutation::new)
        .list()
        .ofMaxSize(6);
  }

  /** What the API server would refuse by the schema is no question to the rules. */
  @Provide
  Arbitrary<JsonNode> sets() {
    return Combinators.combine(mutations(), Arbitraries.of(EVERYTHING, TRAINING))
        .as(Mutation::apply)
        .filter(tree -> read(tree, PodCliqueSet.class).isPresent());
  }

  @Property
  void an_answer_is_always_given(@ForAll("sets") JsonNode tree) {
    PodCliqueSet set = read(tree, PodCliqueSet.class).orElseThrow();

    Findings created = admission.onCreate(set);

    Statistics.collect(created.isAllowed() ? "accepted" : "refused");
    isComplete(created);
    isComplete(admission.onUpdate(original, set));
    isComplete(admission.onUpdate(set, original));
    isComplete(admission.onUpdate(set, set));
    isComplete(admission.onUpdate(job, set));
    isComplete(admission.onUpdate(set, job));
  }

  @Property(tries = 2_000)
  void an_answer_is_always_given_about_topologies(@ForAll("mutations") List<Mutation> mutations) {
    read(Mutation.apply(mutations, BINDING), ClusterTopologyBinding.class)
        .ifPresent(binding -> isComplete(admission.onCreate(binding)));
  }

  @Property(tries = 2_000)
  void an_answer_is_always_given_about_scaling(@ForAll ScalableKind kind, @ForAll int replicas) {
    known.add(original);

    isComplete(admission.onScale(kind, "serving", "llm", replicas));
  }

  @Property
  void defaults_applied_twice_are_defaults_applied_once(@ForAll("sets") JsonNode tree) {
    PodCliqueSet once = Defaults.of(read(tree, PodCliqueSet.class).orElseThrow());

    assertThat(Defaults.of(once)).isEqualTo(once);
  }

  @Property
  void the_patch_makes_of_a_set_the_one_with_its_defaults(@ForAll("sets") JsonNode tree) {
    // The API server has a kind and metadata in every object, and no null in any list.
    Assume.that(
        PodCliqueSet.class.getSimpleName().equals(tree.path("kind").textValue())
            && original.getApiVersion().equals(tree.path("apiVersion").textValue())
            && tree.path("metadata").isObject()
            && !tree.toString().contains("[null"));
    PodCliqueSet set = read(tree, PodCliqueSet.class).orElseThrow();

    ArrayNode patch = DefaultsPatch.of(set).operations();

    PodCliqueSet patched = read(JsonPatch.apply(patch, tree), PodCliqueSet.class).orElseThrow();
    assertThat(patched).isEqualTo(Defaults.of(set));
    assertThat(DefaultsPatch.of(patched).operations()).isEmpty();
    assertThat(patch)
        .noneMatch(operation -> SECURITY.stream().anyMatch(operation.toString()::contains));
  }

  private static void isComplete(Findings findings) {
    assertThat(findings.violations())
        .allSatisfy(violation -> assertThat(violation.path().text()).isNotEmpty());
    assertThat(findings.message()).doesNotContain("@");
    assertThat(findings.message().isEmpty()).isEqualTo(findings.isAllowed());
  }

  private static <T> Optional<T> read(JsonNode tree, Class<T> kind) {
    try {
      return Optional.of(TestYaml.read(tree.toString(), kind));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
