package dev.coppice.core.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SchedulerBackendsTest {

  private final SchedulerBackend standard = new DefaultScheduler();
  private final SchedulerBackend other = new Named("kai-scheduler");
  private final SchedulerBackends both = new SchedulerBackends(List.of(standard, other), other);

  private record Named(String name) implements SchedulerBackend {
    @Override
    public GangSupport gangs() {
      return new GangSupport(true, "ByScheduler", name + " places gangs as a whole");
    }

    @Override
    public Pod prepare(Pod pod, String gangName) {
      return pod;
    }
  }

  @Test
  void gangs_are_placed_as_a_whole_when_every_scheduler_of_the_set_does_so() {
    assertThat(GangSupport.of(both, Stream.of("kai-scheduler", "")).isGiven()).isTrue();
    assertThat(GangSupport.of(both, Stream.of("kai-scheduler", "default-scheduler")))
        .returns(false, GangSupport::isGiven)
        .returns("SchedulerWithoutGangs", GangSupport::reason);
  }

  @Test
  void nobody_places_gangs_for_a_scheduler_that_is_not_enabled() {
    assertThat(GangSupport.of(both, Stream.of("volcano")))
        .returns("SchedulerNotEnabled", GangSupport::reason)
        .returns(
            "the scheduler \"volcano\" is not enabled in the operator's configuration",
            GangSupport::message);
  }

  @Test
  void serves_pods_that_name_no_scheduler_by_the_configured_default() {
    assertThat(both.find(null)).contains(other);
    assertThat(both.find("")).contains(other);
  }

  @Test
  void finds_a_scheduler_by_its_name() {
    assertThat(both.find("default-scheduler")).contains(standard);
  }

  @Test
  void knows_no_scheduler_that_is_not_enabled() {
    assertThat(SchedulerBackends.standard().find("kai-scheduler")).isEmpty();
  }

  @Test
  void demands_that_the_default_is_enabled() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SchedulerBackends(List.of(standard), other))
        .withMessageContaining("kai-scheduler");
  }

  @Test
  void leaves_the_given_pod_as_it_is() {
    Pod pod = new PodBuilder().withNewSpec().withHostname("a").endSpec().build();

    Pod prepared = standard.prepare(pod, "llm-0");

    assertThat(prepared.getSpec().getSchedulerName()).isEqualTo("default-scheduler");
    assertThat(prepared.getSpec().getHostname()).isEqualTo("a");
    assertThat(pod.getSpec().getSchedulerName()).isNull();
  }
}
