package dev.coppice.core.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.set.GroupResourceSharing;
import dev.coppice.api.set.GroupResourceSharingFilter;
import dev.coppice.api.set.PodCliqueScalingGroupConfigBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.set.PodCliqueTemplateBuilder;
import dev.coppice.api.set.ResourceClaimTemplateConfig;
import dev.coppice.api.set.ResourceSharing;
import dev.coppice.api.set.ResourceSharingScope;
import dev.coppice.core.admission.field.Findings;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplateSpec;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is said about a set takes time in proportion to it, however many parts a list has. */
class LargeSetsTest {

  /** The square of it is minutes. */
  private static final int MANY = 150_000;

  /** So many paths of so many characters fill the memory. */
  private static final int LEAVES = 40_000;

  private static final Duration LONG = Duration.ofSeconds(30);

  private final Admission admission = new Admission(RuleTable.EVERYTHING_ON, new KnownObjects());

  private static PodCliqueSet with(SampleSet sample, UnaryOperator<PodCliqueSetTemplate> change) {
    PodCliqueSet set = sample.set();
    set.setSpec(
        PodCliqueSetSpecBuilder.builder(set.getSpec())
            .template(change.apply(set.getSpec().template()))
            .build());
    return set;
  }

  private static PodCliqueSet withFirst(SampleSet sample, UnaryOperator<PodCliqueTemplate> change) {
    return with(
        sample,
        template ->
            PodCliqueSetTemplateBuilder.builder(template)
                .cliques(
                    Stream.concat(
                            Stream.of(change.apply(template.cliques().getFirst())),
                            template.cliques().stream().skip(1))
                        .toList())
                .build());
  }

  private static PodCliqueSet withPod(SampleSet sample, UnaryOperator<PodSpec> change) {
    return withFirst(
        sample,
        clique ->
            PodCliqueTemplateBuilder.builder(clique)
                .spec(
                    PodCliqueSpecBuilder.builder(clique.spec())
                        .podSpec(change.apply(clique.spec().podSpec()))
                        .build())
                .build());
  }

  private static List<String> names(String prefix) {
    return IntStream.range(0, MANY).mapToObj(i -> prefix + i).toList();
  }

  private Findings create(PodCliqueSet set) {
    return assertTimeoutPreemptively(LONG, () -> admission.onCreate(set));
  }

  private Findings update(PodCliqueSet before, PodCliqueSet after) {
    return assertTimeoutPreemptively(LONG, () -> admission.onUpdate(before, after));
  }

  // Each waits for all that the last one waits for.
  @Test
  void cliques_that_wait_for_more_than_there_are() {
    PodCliqueTemplate any = SampleSet.valid().set().getSpec().template().cliques().getFirst();
    Findings findings =
        create(
            with(
                SampleSet.valid(),
                template ->
                    PodCliqueSetTemplateBuilder.builder(template)
                        .podCliqueScalingGroups(List.of())
                        .cliques(
                            IntStream.range(0, 64)
                                .mapToObj(i ->
                                    PodCliqueTemplateBuilder.builder(any)
                                        .name("c" + i)
                                        .spec(
                                            PodCliqueSpecBuilder.builder(any.spec())
                                                .roleName("c" + i)
                                                .startsAfter(
                                                    i < 63 ? List.of("c" + (i + 1)) : names("n"))
                                                .build())
                                        .build())
                                .toList())
                        .build()));

    assertThat(all(findings)).isGreaterThanOrEqualTo(MANY);
  }

  @Test
  void a_group_that_shares_with_many_of_many() {
    Findings findings =
        create(
            with(
                SampleSet.valid(),
                template ->
                    PodCliqueSetTemplateBuilder.builder(template)
                        .podCliqueScalingGroups(
                            List.of(
                                PodCliqueScalingGroupConfigBuilder.builder(
                                        template.podCliqueScalingGroups().getFirst())
                                    .cliqueNames(names("a"))
                                    .resourceSharing(
                                        List.of(
                                            new GroupResourceSharing(
                                                "x",
                                                null,
                                                ResourceSharingScope.ALL_REPLICAS,
                                                new GroupResourceSharingFilter(names("b")))))
                                    .build()))
                        .build()));

    assertThat(all(findings)).isGreaterThanOrEqualTo(2 * MANY);
  }

  @Test
  void many_claims_beside_many_templates() {
    PodCliqueSet set =
        withFirst(
            SampleSet.valid(),
            clique ->
                PodCliqueTemplateBuilder.builder(clique)
                    .resourceSharing(
                        names("b").stream()
                            .map(name ->
                                new ResourceSharing(
                                    name, "serving", ResourceSharingScope.ALL_REPLICAS))
                            .toList())
                    .build());
    set.setSpec(
        PodCliqueSetSpecBuilder.builder(set.getSpec())
            .template(
                PodCliqueSetTemplateBuilder.builder(set.getSpec().template())
                    .resourceClaimTemplates(
                        names("a").stream()
                            .map(name ->
                                new ResourceClaimTemplateConfig(
                                    name, new ResourceClaimTemplateSpec()))
                            .toList())
                    .build())
            .build());

    assertThat(all(create(set))).isGreaterThanOrEqualTo(MANY);
  }

  @Test
  void a_template_of_which_everything_changes_deep_down() {
    PodCliqueSet before = withPod(SampleSet.training(), pod -> withField(pod, deep("a")));
    PodCliqueSet after = withPod(SampleSet.training(), pod -> withField(pod, deep("b")));

    // Their paths are cut where they are the same.
    assertThat(all(update(before, after))).isPositive();
  }

  private static int all(Findings findings) {
    return findings.violations().size() + findings.moreViolations();
  }

  private static PodSpec withField(PodSpec pod, JsonNode value) {
    PodSpec changed = new PodSpecBuilder(pod).build();
    changed.setAdditionalProperty("x", value);
    return changed;
  }

  /** Many values, each with a path of many characters. */
  private static JsonNode deep(String value) {
    ArrayNode leaves = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < LEAVES; i++) {
      leaves.add(value);
    }
    JsonNode node = leaves;
    for (int i = 0; i < 50; i++) {
      node = JsonNodeFactory.instance.objectNode().set("a".repeat(1000), node);
    }
    return node;
  }
}
