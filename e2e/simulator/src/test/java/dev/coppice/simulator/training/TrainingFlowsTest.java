package dev.coppice.simulator.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.simulator.operator.OperatorCode;
import dev.coppice.simulator.training.TrainingWorld.Death;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every flow of a training job, with an operator that dies before and after its writes: every
 * eleventh of them, or all with {@code -Dsimulator.trainings=1}.
 */
class TrainingFlowsTest {

  private static final int STRIDE = Integer.getInteger("simulator.trainings", 11);

  private static TrainingWorld run(TrainingFlow flow, Death death, OperatorCode code) {
    return run(flow, death, code, Duration.ZERO);
  }

  private static TrainingWorld run(
      TrainingFlow flow, Death death, OperatorCode code, Duration nodesAreAhead) {
    TrainingWorld world = new TrainingWorld(death, code.withTrackedPods());
    world.nodes().setClocks(nodesAreAhead);
    try {
      flow.run(world);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("%s, %s".formatted(flow, death), e);
    }
    return world;
  }

  @ParameterizedTest
  @EnumSource
  void comes_to_its_end_whenever_the_operator_dies(TrainingFlow flow) {
    dieEverywhere(flow, OperatorCode.production());
  }

  /** Each attempt gets its nodes at once. */
  @ParameterizedTest
  @EnumSource
  void the_same_where_the_stock_scheduler_places_gangs(TrainingFlow flow) {
    dieEverywhere(flow, OperatorCode.withNativeGangs());
  }

  /**
   * But for the flows in which a pod ends well right before it is told to go: by a clock that is
   * wrong nobody can tell that it did not obey, and what is not believed costs a restart.
   */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"FINISHED_AND_DELETED_WHILE_NOBODY_WATCHES", "LOST_WITH_ITS_NODE_AFTER_SUCCESS"})
  void the_same_where_the_clocks_of_nodes_are_wrong(TrainingFlow flow) {
    for (long secondsAhead : new long[] {300, 120, -120, -300}) {
      TrainingWorld world =
          run(flow, Death.NEVER, OperatorCode.production(), Duration.ofSeconds(secondsAhead));

      assertThat(world.rules().broken()).as("%d s ahead", secondsAhead).isEmpty();
    }
  }

  private static void dieEverywhere(TrainingFlow flow, OperatorCode code) {
    int writes = run(flow, Death.NEVER, code).writes();

    assertThat(writes).isGreaterThan(10);
    IntStream.rangeClosed(1, writes)
        .filter(write -> write % STRIDE == flow.name().length() % STRIDE)
        .boxed()
        .flatMap(write -> Stream.of(new Death(write, false), new Death(write, true)))
        .parallel()
        .forEach(death -> run(flow, death, code));
  }
}
