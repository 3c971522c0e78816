package dev.coppice.core.clique;

import static dev.coppice.core.clique.CliqueFamily.DEAD;
import static dev.coppice.core.clique.CliqueFamily.GROUP;
import static dev.coppice.core.clique.CliqueFamily.SET;
import static dev.coppice.core.clique.CliqueFamily.group;
import static dev.coppice.core.clique.CliqueFamily.member;
import static dev.coppice.core.clique.CliqueFamily.reporting;
import static dev.coppice.core.clique.CliqueFamily.scaledTo;
import static dev.coppice.core.clique.CliqueFamily.set;
import static dev.coppice.core.clique.CliqueFamily.standalone;
import static dev.coppice.core.clique.CliqueFamily.terminating;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ParentReadinessTest {

  private static final String ROUTER = "llm-0-router";
  private static final String LEADER = "llm-0-workers-0-leader";

  static Stream<Arguments> worlds() {
    return Stream.of(
        world("both parents have started", true, set(), group(SET), router(), leader()),
        world(
            "a parent was scaled below its minAvailable",
            true,
            set(),
            group(SET),
            reporting(scaledTo(1, standalone(ROUTER, SET)), 1, 1),
            leader()),
        world(
            "a parent without pods",
            true,
            set(),
            group(SET),
            scaledTo(0, standalone(ROUTER, SET)),
            leader()),
        world("a parent is not there", false, set(), group(SET), leader()),
        world(
            "a parent of a dead set",
            false,
            set(),
            group(SET),
            reporting(standalone(ROUTER, DEAD), 2, 2),
            leader()),
        world(
            "a parent of a dead group",
            false,
            set(),
            group(SET),
            router(),
            reporting(member(LEADER, DEAD), 2, 2)),
        world("a parent's group is not in view", false, set(), router(), leader()),
        world("a parent on its way out", false, set(), group(SET), terminating(router()), leader()),
        world(
            "a parent below its minimum",
            false,
            set(),
            group(SET),
            reporting(standalone(ROUTER, SET), 2, 1),
            leader()),
        world(
            "a parent that has reported nothing",
            false,
            set(),
            group(SET),
            router(),
            member(LEADER, GROUP)),
        world("the set is not in view", false, group(SET), router(), leader()));
  }

  private static Arguments world(String name, boolean reached, HasMetadata... observed) {
    return Arguments.of(name, reached, List.of(observed));
  }

  private static PodClique router() {
    return reporting(standalone(ROUTER, SET), 2, 2);
  }

  private static PodClique leader() {
    return reporting(member(LEADER, GROUP), 0, 2);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("worlds")
  void is_reached_once_every_parent_has_its_minimum_of_ready_pods(
      String name, boolean reached, List<HasMetadata> observed) {
    PodClique child = CliqueFamily.startingAfter(standalone("llm-0-child", SET), ROUTER, LEADER);

    assertThat(ParentReadiness.isReached(CliqueFamily.view(child, observed))).isEqualTo(reached);
  }

  @Test
  void is_reached_at_once_without_parents() {
    assertThat(ParentReadiness.isReached(CliqueFamily.view(standalone(ROUTER, SET), List.of())))
        .isTrue();
  }
}
