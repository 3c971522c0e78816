package dev.coppice.core.binding;

import static dev.coppice.core.binding.BindingFixture.LISTED;
import static dev.coppice.core.binding.BindingFixture.NOW;
import static dev.coppice.core.binding.BindingFixture.OURS;
import static dev.coppice.core.binding.BindingFixture.after;
import static dev.coppice.core.binding.BindingFixture.binding;
import static dev.coppice.core.binding.BindingFixture.drift;
import static dev.coppice.core.binding.BindingFixture.plan;
import static dev.coppice.core.binding.BindingFixture.same;
import static dev.coppice.core.binding.BindingFixture.snapshot;
import static dev.coppice.core.binding.BindingFixture.topology;
import static dev.coppice.core.binding.BindingFixture.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.api.topology.ClusterTopologyBindingStatus;
import dev.coppice.api.topology.SchedulerTopologyStatus;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a binding reports of the schedulers that it lists, and of those that know nothing. */
class ListedTopologiesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          example.com/zone, example.com/rack | true  | 5 | -
          example.com/rack, example.com/zone | false | 5 | Topology site has the levels [example.com/rack, example.com/zone] in place of [example.com/zone, example.com/rack]
          example.com/zone                   | false | 5 | Topology site has the levels [example.com/zone] in place of [example.com/zone, example.com/rack]
          -                                  | false | - | there is no Topology site
          """)
  void one_that_is_listed_is_compared_and_nothing_else(
      String keys, boolean inSync, Long generation, String message) {
    ClusterTopologyBinding binding = binding("", LISTED);
    Plan plan =
        plan(
            keys == null
                ? snapshot(binding)
                : snapshot(binding, topology("site", "labels: {}", keys.split(", ", -1))));

    ClusterTopologyBindingStatus status = written(plan);
    assertThat(status.schedulerTopologyStatuses())
        .containsExactly(
            new SchedulerTopologyStatus("kai-scheduler", "site", inSync, generation, message));
    assertThat(status.observedGeneration()).isEqualTo(3);
    assertThat(drift(status))
        .returns(inSync ? "False" : "True", Condition::getStatus)
        .returns(inSync ? "InSync" : "Drift", Condition::getReason);
  }

  @Test
  void schedulers_that_know_no_topologies_or_are_not_enabled_come_last_as_they_are_listed() {
    Plan plan =
        plan(
            snapshot(
                binding(
                    "",
                    "{schedulerName: volcano, topologyReference: v}, "
                        + "{schedulerName: default-scheduler, topologyReference: d}, "
                        + LISTED),
                same("site", "labels: {}")));

    ClusterTopologyBindingStatus status = written(plan);
    assertThat(status.schedulerTopologyStatuses())
        .containsExactly(
            new SchedulerTopologyStatus("kai-scheduler", "site", true, 5L, null),
            new SchedulerTopologyStatus(
                "volcano",
                "v",
                false,
                null,
                "the scheduler \"volcano\" is not enabled in the operator's configuration"),
            new SchedulerTopologyStatus(
                "default-scheduler",
                "d",
                false,
                null,
                "the scheduler \"default-scheduler\" knows no topologies"));
    assertThat(drift(status))
        .returns("Unknown", Condition::getStatus)
        .returns("TopologyNotFound", Condition::getReason);
    assertThat(plan.events()).isEmpty();
    assertThat(status.observedGeneration()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"''| dc", LISTED + "| site"})
  void a_cluster_without_the_kind_is_told_what_it_lacks(String listed, String reference) {
    KaiScheduler without = new KaiScheduler().withoutTopologies();

    ClusterTopologyBindingStatus status =
        written(
            new ClusterTopologyBindingPlanner(new SchedulerBackends(List.of(without), without))
                .plan(snapshot(binding("", listed)), NOW));

    assertThat(status.schedulerTopologyStatuses())
        .containsExactly(
            new SchedulerTopologyStatus(
                "kai-scheduler",
                reference,
                false,
                null,
                without.ofTopologies().absence().orElseThrow()));
    assertThat(drift(status).getReason()).isEqualTo("TopologyNotFound");
    assertThat(status.observedGeneration()).isNull();
  }

  @Test
  void where_no_scheduler_has_anything_to_know_no_condition_is_left() {
    ClusterTopologyBinding reported =
        binding()
            .withStatus(
                written(plan(after(snapshot(binding()), new Outcome.Done(same("dc", OURS))))));

    Plan plan =
        new ClusterTopologyBindingPlanner(SchedulerBackends.standard())
            .plan(snapshot(reported), NOW);

    assertThat(written(plan))
        .isEqualTo(TestYaml.read("{observedGeneration: 3}", ClusterTopologyBindingStatus.class));
    assertThat(plan.events()).isEmpty();
  }
}
