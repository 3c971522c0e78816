package dev.coppice.core.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.scheduler.kai.KaiTopology;
import dev.coppice.core.testing.TestYaml;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BindingWatchesTest {

  private static final BindingWatches WATCHES = new BindingWatches(Set.of(KaiTopology.class));

  private static KaiTopology topology(String name, int generation, String resourceVersion) {
    return TestYaml.read(
        "{metadata: {name: %s, generation: %d, resourceVersion: '%s'}, spec: {levels: []}}"
            .formatted(name, generation, resourceVersion),
        KaiTopology.class);
  }

  private static ClusterTopologyBinding binding(String spec) {
    return TestYaml.read("{metadata: {name: dc}%s}".formatted(spec), ClusterTopologyBinding.class);
  }

  @Test
  void covers_the_objects_of_its_own_name_and_those_that_it_lists() {
    ClusterTopologyBinding listing =
        binding(
            ", spec: {levels: [], schedulerTopologyBindings:"
                + " [{schedulerName: kai-scheduler, topologyReference: site}]}");

    assertThat(WATCHES.kinds()).isEqualTo(Set.of(KaiTopology.class));
    assertThat(WATCHES.relates(listing, topology("dc", 1, "1"))).isTrue();
    assertThat(WATCHES.relates(listing, topology("site", 1, "1"))).isTrue();
    assertThat(WATCHES.relates(listing, topology("other", 1, "1"))).isFalse();
    assertThat(WATCHES.relates(binding(""), topology("dc", 1, "1"))).isTrue();
    assertThat(WATCHES.relates(listing, listing)).isFalse();
    assertThat(new BindingWatches(Set.of()).relates(listing, topology("dc", 1, "1"))).isFalse();
  }

  @Test
  void wakes_when_levels_change_and_not_when_a_scheduler_reports() {
    assertThat(WATCHES.changed(topology("dc", 2, "2"), topology("dc", 1, "1"))).isTrue();
    assertThat(WATCHES.changed(topology("dc", 1, "2"), topology("dc", 1, "1"))).isFalse();
  }
}
