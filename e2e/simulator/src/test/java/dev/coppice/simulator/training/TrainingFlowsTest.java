package dev.coppice.simulator.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.simulator.operator.OperatorCode;
import dev.coppice.simulator.training.TrainingWorld.Death;
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
    TrainingWorld world = new TrainingWorld(death, code.withTrackedPods());
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
