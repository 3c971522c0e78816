package dev.coppice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.simulator.rule.Situation;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The short form; {@code hack/simulate} is the long one. */
class SimulationTest {

  private static final int STEPS = 1000;
  private static final int FEWER_STEPS = 300;
  private static final long SEEDS_OF_FORGERIES = 24;
  private static final long SEEDS = 80;
  private static final long SEEDS_OF_SCALING = 20;
  private static final long SEEDS_OF_THE_SICK = 30;
  private static final long SEEDS_OF_THE_CROWDED = 12;
  private static final long SEEDS_OF_MISTAKES = 12;
  private static final long SEEDS_OF_GANGS = 12;
  private static final long SEEDS_OF_QUEUES = 24;

  /**
   * A breach is never acted on, since the set gives no delay, until there is nothing left to do.
   */
  private static final long WITHOUT_A_DELAY = 94;

  /** Pods get nodes by a placement that was given up, and nobody has seen them yet. */
  private static final long BOUND_AFTER_GIVEN_UP = 53;

  /** What waited takes the place of a pod that an update has taken. */
  private static final long OVERTAKEN = 199;

  /** What few runs of all profiles together come to. */
  private static final Set<Situation> RARE =
      Set.of(
          Situation.POD_LOST_TO_A_LATE_CALL,
          Situation.KEPT_IN_AN_UPDATE,
          Situation.TAKEN_REFILLED_BEFORE_A_LOWER_INDEX,
          Situation.HELD_UP_BY_A_POD_THAT_NEVER_RUNS,
          Situation.PASSED_ON,
          Situation.TEMPLATE_REFUSED);

  private static List<Run> runs = List.of();

  @BeforeAll
  static void run() {
    LongStream seeds =
        LongStream.concat(LongStream.rangeClosed(1, SEEDS), LongStream.of(WITHOUT_A_DELAY));
    runs = runs(Subject.production(), seeds, WorkloadProfile::of);
  }

  private static List<Run> runs(
      Subject subject, long seeds, LongFunction<WorkloadProfile> profile) {
    return runs(subject, LongStream.rangeClosed(1, seeds), profile);
  }

  private static List<Run> runs(
      Subject subject, LongStream seeds, LongFunction<WorkloadProfile> profile) {
    return seeds
        .parallel()
        .mapToObj(seed -> Walk.run(subject, profile.apply(seed), seed, STEPS))
        .toList();
  }

  @Test
  void nothing_is_broken_in_any_run_of_a_set() {
    assertThat(runs).flatExtracting(run -> run.violation().stream().toList()).isEmpty();
  }

  /** Rules that nothing comes near to prove nothing. */
  @Test
  void most_runs_come_to_a_teardown_and_all_of_them_together_to_everything() {
    assertThat(runs)
        .filteredOn(run -> Situation.isTornDown(run.situations()))
        .hasSizeGreaterThanOrEqualTo((int) SEEDS / 2);
    assertThat(total(runs))
        .containsKeys(
            Arrays.stream(Situation.values())
                .filter(situation -> !RARE.contains(situation))
                .filter(situation -> !Situation.OF_GANGS.contains(situation))
                .toArray(Situation[]::new));
  }

  @Test
  void scaling_alone_tears_nothing_down() {
    List<Run> scaled =
        runs(Subject.production(), SEEDS_OF_SCALING, seed -> WorkloadProfile.SCALING);

    assertThat(scaled).flatExtracting(run -> run.violation().stream().toList()).isEmpty();
    // A delete that a dead process has sent is no scaling.
    assertThat(scaled)
        .filteredOn(run -> !run.situations().containsKey(Situation.POD_LOST_TO_A_LATE_CALL))
        .hasSizeGreaterThanOrEqualTo((int) SEEDS_OF_SCALING / 2)
        .noneMatch(run -> Situation.isTornDown(run.situations()));
    assertThat(total(scaled).get(Situation.SCALED)).isGreaterThan(1000);
    assertThat(total(scaled)).containsKey(Situation.KEPT_AS_NEVER_AVAILABLE);
  }

  @Test
  void updates_come_as_far_as_pods_that_never_run_let_them() {
    List<Run> sick =
        runs(Subject.production(), SEEDS_OF_THE_SICK, seed -> WorkloadProfile.UPDATING_THE_SICK);

    assertThat(sick).flatExtracting(run -> run.violation().stream().toList()).isEmpty();
    assertThat(total(sick))
        .containsKeys(
            Situation.UPDATE_ENDED,
            Situation.TAKEN_REFILLED_BEFORE_A_LOWER_INDEX,
            Situation.HELD_UP_BY_A_POD_THAT_NEVER_RUNS);
  }

  @Test
  void updates_go_on_where_what_waited_takes_the_place_that_they_free() {
    LongStream seeds =
        LongStream.concat(
            LongStream.rangeClosed(1, SEEDS_OF_THE_CROWDED), LongStream.of(OVERTAKEN));
    List<Run> crowded =
        runs(Subject.production(), seeds, seed -> WorkloadProfile.UPDATING_THE_CROWDED);

    assertThat(crowded).flatExtracting(run -> run.violation().stream().toList()).isEmpty();
    assertThat(total(crowded)).containsKeys(Situation.UPDATE_ENDED, Situation.PASSED_ON);
  }

  @Test
  void nothing_that_runs_goes_for_a_template_that_is_refused() {
    List<Run> mistyped =
        runs(Subject.withTrials(), SEEDS_OF_MISTAKES, seed -> WorkloadProfile.MISTYPING);

    assertThat(mistyped).flatExtracting(run -> run.violation().stream().toList()).isEmpty();
    assertThat(total(mistyped))
        .containsKeys(
            Situation.TEMPLATE_REFUSED, Situation.UPDATE_ENDED, Situation.LAST_TEMPLATE_REACHED);
  }

  @Test
  void gangs_that_the_stock_scheduler_places_get_their_nodes_at_once() {
    LongStream seeds =
        LongStream.concat(
            LongStream.rangeClosed(1, SEEDS_OF_GANGS), LongStream.of(BOUND_AFTER_GIVEN_UP));
    List<Run> placed = runs(Subject.withNativeGangs(), seeds, WorkloadProfile::of);

    assertThat(placed).flatExtracting(run -> run.violation().stream().toList()).isEmpty();
    assertThat(total(placed))
        .containsKeys(
            Situation.GANG_PLACED, Situation.PLACEMENT_GIVEN_UP, Situation.SCALED_GANG_RELEASED);
  }

  @Test
  void what_somebody_writes_behind_the_operators_back_costs_no_pod_that_is_well() {
    List<Run> forged =
        LongStream.rangeClosed(1, SEEDS_OF_FORGERIES)
            .parallel()
            .mapToObj(seed ->
                Walk.run(Subject.production(), WorkloadProfile.BEHIND_THE_BACK, seed, FEWER_STEPS))
            .toList();

    assertThat(forged).flatExtracting(run -> run.violation().stream().toList()).isEmpty();
    assertThat(forged)
        .filteredOn(run -> Situation.isTornDown(run.situations()))
        .hasSizeGreaterThanOrEqualTo((int) SEEDS_OF_FORGERIES / 8);
  }

  @Test
  void start_times_of_gangs_move_only_when_none_of_their_pods_has_a_node() {
    List<Run> queued = runs(Subject.withQueues(), SEEDS_OF_QUEUES, WorkloadProfile::of);

    assertThat(queued).flatExtracting(run -> run.violation().stream().toList()).isEmpty();
    // Where updates meet pods that never run, or too little room, nothing is torn down.
    assertThat(queued)
        .filteredOn(run -> Situation.isTornDown(run.situations()))
        .hasSizeGreaterThanOrEqualTo((int) SEEDS_OF_QUEUES / 3);
  }

  private static Map<Situation, Integer> total(List<Run> counted) {
    return counted.stream()
        .flatMap(run -> run.situations().entrySet().stream())
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Integer::sum));
  }

  @Test
  void a_run_can_be_repeated_from_its_script() {
    Run run = runs.getFirst();

    Script read = Script.parse(run.script().toString());

    assertThat(read).isEqualTo(run.script());
    assertThat(Run.of(Subject.production(), read, line -> {})).isEqualTo(run);
  }

  /** Scripts that broke a rule once. */
  @ParameterizedTest
  @MethodSource("scripts")
  void what_was_mended_stays_mended(Path script) throws IOException {
    Run run = Run.of(Subject.production(), Script.parse(Files.readString(script)), line -> {});

    assertThat(run.violation()).isEmpty();
  }

  static List<Path> scripts() throws IOException, URISyntaxException {
    Path folder =
        Path.of(Objects.requireNonNull(SimulationTest.class.getResource("/simulator")).toURI());
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
