package dev.coppice.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.gang.NamespacedName;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.core.reconcile.Action;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PodReferencesTest {

  private final PodGang gang = gang("b", "a");
  private final PodState a = TestPod.ready(0).named("a").state();
  private final PodState b = TestPod.ready(1).named("b").state();
  private final PodState c = TestPod.ready(2).named("c").state();

  private static PodGang gang(String... references) {
    PodGang gang = new PodGang();
    gang.setMetadata(
        new ObjectMetaBuilder().withNamespace("ai").withName("llm-0").withUid("gang-uid").build());
    gang.setSpec(
        PodGangSpecBuilder.builder()
            .podgroups(
                List.of(
                    new PodGroup("llm-0-decode", List.of(), 1, null),
                    new PodGroup(
                        "llm-0-prefill",
                        Stream.of(references).map(name -> new NamespacedName("ai", name)).toList(),
                        1,
                        null)))
            .build());
    return gang;
  }

  @Test
  void writes_nothing_while_the_names_are_the_same_in_any_order() {
    assertThat(PodReferences.rewrite(gang, "llm-0-prefill", List.of(a, b))).isEmpty();
  }

  @Test
  void replaces_the_list_of_its_own_group_if_it_is_still_where_it_was() {
    Action action = PodReferences.rewrite(gang, "llm-0-prefill", List.of(c, a)).orElseThrow();

    assertThat(action)
        .isInstanceOfSatisfying(
            Action.Patch.class,
            patch -> {
              assertThat(patch.uid()).isEqualTo("gang-uid");
              assertThat(patch.subresource()).isNull();
              assertThat(patch.operations())
                  .hasToString(
                      """
                      [{"op":"test","path":"/spec/podgroups/1/name","value":"llm-0-prefill"},\
                      {"op":"replace","path":"/spec/podgroups/1/podReferences","value":\
                      [{"namespace":"ai","name":"a"},{"namespace":"ai","name":"c"}]}]\
                      """);
            });
  }

  @Test
  void leaves_in_a_gang_of_others_what_still_belongs_to_it_and_asks_for_no_more() {
    assertThat(PodReferences.restrict(gang, "llm-0-prefill", List.of(b, a))).isEmpty();
    assertThat(PodReferences.restrict(gang, "llm-0-prefill", List.of(a)).orElseThrow())
        .isInstanceOfSatisfying(
            Action.Patch.class,
            patch ->
                assertThat(patch.operations())
                    .hasToString(
                        """
                        [{"op":"test","path":"/spec/podgroups/1/name","value":"llm-0-prefill"},\
                        {"op":"replace","path":"/spec/podgroups/1/podReferences","value":\
                        [{"namespace":"ai","name":"a"}]},\
                        {"op":"replace","path":"/spec/podgroups/1/minReplicas","value":1}]\
                        """));
    assertThat(PodReferences.restrict(gang, "llm-0-prefill", List.of()).orElseThrow().toString())
        .contains("minReplicas\",\"value\":0");
  }

  @Test
  void leaves_a_gang_alone_that_has_no_group_for_the_clique() {
    assertThat(PodReferences.rewrite(gang, "llm-0-router", List.of(a))).isEmpty();
    assertThat(PodReferences.restrict(gang, "llm-0-router", List.of(a))).isEmpty();
  }
}
