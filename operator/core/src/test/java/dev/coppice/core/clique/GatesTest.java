package dev.coppice.core.clique;

import static dev.coppice.core.clique.CliqueFamily.DEAD;
import static dev.coppice.core.clique.CliqueFamily.GROUP;
import static dev.coppice.core.clique.CliqueFamily.SET;
import static dev.coppice.core.clique.CliqueFamily.gang;
import static dev.coppice.core.clique.CliqueFamily.group;
import static dev.coppice.core.clique.CliqueFamily.member;
import static dev.coppice.core.clique.CliqueFamily.reporting;
import static dev.coppice.core.clique.CliqueFamily.scaledTo;
import static dev.coppice.core.clique.CliqueFamily.set;
import static dev.coppice.core.clique.CliqueFamily.standalone;
import static dev.coppice.core.clique.CliqueFamily.terminating;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueScalingGroupConfigBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GatesTest {

  private static final String ROUTER = "llm-0-router";
  private static final String WORKER = "llm-0-workers-0-worker";

  static Stream<Arguments> worlds() {
    return Stream.of(
        world("the base gang is placed", true, set(), group(SET), base(), router(), worker()),
        world(
            "a member was scaled below its minAvailable",
            true,
            set(),
            group(SET),
            base(),
            reporting(scaledTo(1, standalone(ROUTER, SET)), 1, 0),
            worker()),
        world("no base gang", false, set(), group(SET), router(), worker()),
        world(
            "the base gang of a dead set",
            false,
            set(),
            group(SET),
            gang("llm-0", DEAD, ROUTER, WORKER),
            router(),
            worker()),
        world(
            "a base gang on its way out",
            false,
            set(),
            group(SET),
            terminating(base()),
            router(),
            worker()),
        world("a base gang without groups", false, set(), group(SET), gang("llm-0", SET), router()),
        world(
            "a base gang of the time when the group was smaller",
            false,
            set(),
            group(SET),
            gang("llm-0", SET, ROUTER),
            router(),
            worker()),
        world("a member is not there", false, set(), group(SET), base(), router()),
        world(
            "a member of a dead set",
            false,
            set(),
            group(SET),
            base(),
            reporting(standalone(ROUTER, DEAD), 2, 2),
            worker()),
        world(
            "a member of a dead group",
            false,
            set(),
            group(SET),
            base(),
            router(),
            reporting(member(WORKER, DEAD), 2, 2)),
        world(
            "a member on its way out",
            false,
            set(),
            group(SET),
            base(),
            router(),
            terminating(worker())),
        world(
            "a member below its minimum",
            false,
            set(),
            group(SET),
            base(),
            router(),
            reporting(member(WORKER, GROUP), 1, 2)),
        world(
            "a member that has reported nothing",
            false,
            set(),
            group(SET),
            base(),
            router(),
            member(WORKER, GROUP)),
        world("its own group is not in view", false, set(), base(), router(), worker()),
        world("a group of a dead set", false, set(), group(DEAD), base(), router(), worker()),
        world("the set is not in view", false, group(SET), base(), router(), worker()));
  }

  private static Arguments world(String name, boolean open, HasMetadata... observed) {
    return Arguments.of(name, open, List.of(observed));
  }

  private static PodGang base() {
    return gang("llm-0", SET, ROUTER, WORKER);
  }

  private static PodClique router() {
    return reporting(standalone(ROUTER, SET), 2, 0);
  }

  private static PodClique worker() {
    return reporting(member(WORKER, GROUP), 2, 0);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("worlds")
  void open_to_a_scaled_gang_once_the_base_gang_is_placed(
      String name, boolean open, List<HasMetadata> observed) {
    PodClique scaled =
        CliqueFamily.inScaledGang(
            member("llm-0-workers-1-worker", GROUP), "llm-0-workers-0", "llm-0");

    assertThat(Gates.areOpen(CliqueFamily.view(scaled, observed))).isEqualTo(open);
  }

  @Test
  void are_always_open_to_the_base_gang() {
    assertThat(Gates.areOpen(CliqueFamily.view(standalone(ROUTER, SET), List.of()))).isTrue();
  }

  @Test
  void are_opened_by_the_base_cliques_of_a_set_that_scales_groups() {
    PodClique scaled =
        CliqueFamily.inScaledGang(
            member("llm-0-workers-1-worker", GROUP), "llm-0-workers-0", "llm-0");
    HasMetadata withGroups = setScaling("workers");

    assertThat(Gates.areOpenedBy(CliqueFamily.view(router(), List.of(withGroups)))).isTrue();
    assertThat(Gates.areOpenedBy(CliqueFamily.view(router(), List.of(setScaling())))).isFalse();
    assertThat(Gates.areOpenedBy(CliqueFamily.view(scaled, List.of(withGroups, group(SET)))))
        .isFalse();
  }

  @Test
  void may_be_opened_by_a_clique_whose_set_is_not_in_view() {
    assertThat(Gates.areOpenedBy(CliqueFamily.view(router(), List.of()))).isTrue();
  }

  private static PodCliqueSet setScaling(String... groups) {
    PodCliqueSet set = set();
    set.setSpec(
        PodCliqueSetSpecBuilder.builder()
            .template(
                PodCliqueSetTemplateBuilder.builder()
                    .podCliqueScalingGroups(
                        Stream.of(groups)
                            .map(name ->
                                PodCliqueScalingGroupConfigBuilder.builder().name(name).build())
                            .toList())
                    .build())
            .build());
    return set;
  }
}
