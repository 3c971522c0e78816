package dev.coppice.simulator.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What a clique says of breaches over a whole run. */
class AvailabilityPropertyTest {

  /** What happens between two reconciles. */
  enum Happening {
    SCALE,
    BIND_ONE,
    START_ONE,
    FINISH,
    WAIT,
    STALL_ONE,
    FAIL_ONE,
    DELETE_ONE
  }

  /** With a number that says to how many, or which. */
  record Event(Happening what, int number) {}

  @Property(tries = 1_000)
  void was_available_is_never_taken_back_and_without_it_there_is_no_breach(
      @ForAll @IntRange(min = 1, max = 3) int minAvailable, @ForAll("runs") List<Event> events) {
    List<PodCliqueStatus> told = run(minAvailable, events);

    assertThat(told).noneMatch(status -> isBreached(status) && !status.wasAvailable());
    boolean was = false;
    for (PodCliqueStatus status : told) {
      assertThat(was && !status.wasAvailable()).isFalse();
      was = status.wasAvailable();
    }
  }

  @Property(tries = 1_000)
  void scaling_alone_is_never_a_breach(
      @ForAll @IntRange(min = 1, max = 3) int minAvailable,
      @ForAll("scalings") List<Event> scalings) {
    List<PodCliqueStatus> told = run(minAvailable, scalings);

    assertThat(told).noneMatch(AvailabilityPropertyTest::isBreached);
  }

  @Example
  void down_and_up_again_with_slow_pods_is_no_breach() {
    for (List<Integer> sizes : List.of(List.of(2, 1, 2), List.of(1, 0, 1), List.of(3, 0, 2, 3))) {
      CliqueFixture fixture = CliqueFixture.running(sizes.getFirst(), sizes.getFirst());
      List<PodCliqueStatus> told = new ArrayList<>();
      for (int size : sizes.subList(1, sizes.size())) {
        fixture.scale(size);
        fixture.loop.runFor(Duration.ofSeconds(5));
        told.add(fixture.status());
      }

      assertThat(told).as("%s", sizes).noneMatch(AvailabilityPropertyTest::isBreached);
      assertThat(fixture.status().wasAvailable()).isTrue();
    }
  }

  private static List<PodCliqueStatus> run(int minAvailable, List<Event> events) {
    CliqueFixture fixture = CliqueFixture.running(minAvailable, minAvailable);
    List<PodCliqueStatus> told = new ArrayList<>();
    for (Event event : events) {
      happen(fixture, event);
      fixture.reconcile();
      told.add(fixture.status());
    }
    return told;
  }

  private static void happen(CliqueFixture fixture, Event event) {
    switch (event.what()) {
      case SCALE -> fixture.scale(event.number());
      case BIND_ONE -> pick(fixture, event, true).ifPresent(fixture.nodes::bind);
      case START_ONE -> pick(fixture, event, false).ifPresent(fixture.nodes::start);
      case FINISH -> fixture.nodes.finishTerminations();
      case WAIT -> fixture.cluster.advance(Duration.ofMillis(700L * event.number()));
      case STALL_ONE -> pick(fixture, event, false).ifPresent(fixture.nodes::stall);
      case FAIL_ONE -> pick(fixture, event, false).ifPresent(fixture.nodes::fail);
      case DELETE_ONE -> pick(fixture, event, false).ifPresent(fixture.cluster::delete);
    }
  }

  private static Optional<Pod> pick(CliqueFixture fixture, Event event, boolean unbound) {
    List<Pod> pods =
        fixture
            .pods()
            .filter(PodState::live)
            .filter(pod -> pod.assigned() != unbound)
            .map(PodState::pod)
            .toList();
    return pods.isEmpty() ? Optional.empty() : Optional.of(pods.get(event.number() % pods.size()));
  }

  private static boolean isBreached(PodCliqueStatus status) {
    return Conditions.isTrue(status.conditions(), ConditionTypes.MIN_AVAILABLE_BREACHED);
  }

  @Provide
  Arbitrary<List<Event>> runs() {
    return events(Arbitraries.of(Happening.class));
  }

  @Provide
  Arbitrary<List<Event>> scalings() {
    return events(
        Arbitraries.of(
            Happening.SCALE,
            Happening.BIND_ONE,
            Happening.START_ONE,
            Happening.FINISH,
            Happening.WAIT));
  }

  private static Arbitrary<List<Event>> events(Arbitrary<Happening> happenings) {
    return Combinators.combine(happenings, Arbitraries.integers().between(0, 4))
        .as(Event::new)
        .list()
        .ofMaxSize(25);
  }
}
