package dev.coppice.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.reconcile.Observed;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is known of a topology that cannot be read. */
class SetTopologyTest {

  private static final PodCliqueSet NAMING =
      TopologyFixture.set(
          "{topologyName: dc, pack: {required: rack}}",
          TopologyFixture.ABSENT,
          TopologyFixture.ABSENT,
          TopologyFixture.ABSENT);

  private static final PodCliqueSet SEEKING =
      TopologyFixture.exclusive("k/rack", "k/rack", TopologyFixture.ABSENT, TopologyFixture.ABSENT);

  private static ClusterTopologyBinding unreadable(String name) {
    ClusterTopologyBinding binding = new ClusterTopologyBinding();
    binding.getMetadata().setName(name);
    new Unreadable("spec.levels", "a string, not a list").mark(binding);
    return binding;
  }

  private static SetTopology of(PodCliqueSet set, ClusterTopologyBinding... bindings) {
    return SetTopology.of(set, Observed.of(List.of(bindings)), true);
  }

  @Test
  void one_that_is_named_and_cannot_be_read_is_not_missing() {
    assertThat(of(NAMING, unreadable("dc"))).isEqualTo(new SetTopology.Unreadable("dc"));
    assertThat(of(NAMING, TopologyFixture.binding("dc"))).isInstanceOf(SetTopology.Known.class);
    assertThat(of(NAMING)).isEqualTo(new SetTopology.Missing("dc"));
  }

  @Test
  void another_one_that_cannot_be_read_matters_only_to_who_seeks_one() {
    ClusterTopologyBinding known = TopologyFixture.binding("dc");

    assertThat(of(NAMING, known, unreadable("other"))).isInstanceOf(SetTopology.Known.class);
    assertThat(of(SEEKING, known)).isInstanceOf(SetTopology.Known.class);
    assertThat(of(SEEKING, known, unreadable("other")))
        .isEqualTo(new SetTopology.Unreadable("other"));
  }

  @Test
  void it_is_told_in_the_condition_about_levels() {
    assertThat(
            TopologyCondition.setIn(List.of(), NAMING, of(NAMING, unreadable("dc")), Instant.EPOCH))
        .singleElement()
        .returns("Unknown", Condition::getStatus)
        .returns("Unreadable", Condition::getReason)
        .returns(
            "the ClusterTopologyBinding dc cannot be read; PodGangs stay as they are",
            Condition::getMessage);
  }
}
