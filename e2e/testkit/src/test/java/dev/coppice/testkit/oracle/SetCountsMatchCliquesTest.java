package dev.coppice.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SetCountsMatchCliquesTest {

  private final Script script = new Script();
  private final Sketch set = Sketch.of("PodCliqueSet", "shop", "s1").replicas(2);

  @BeforeEach
  void one_clique_alone_and_one_in_a_group() {
    ObjectNode template = set.spec().withObjectProperty("template");
    template.withArrayProperty("cliques").addObject().put("name", "web");
    template.withArrayProperty("cliques").addObject().put("name", "worker");
    template
        .withArrayProperty("podCliqueScalingGroups")
        .addObject()
        .put("name", "crew")
        .withArrayProperty("cliqueNames")
        .add("worker");
  }

  private Sketch web(int replica, int ready) {
    return part("PodClique", "shop-%d-web".formatted(replica)).status("readyReplicas", ready);
  }

  private Sketch crew(int replica, int available) {
    return part("PodCliqueScalingGroup", "shop-%d-crew".formatted(replica))
        .status("availableReplicas", available);
  }

  private Sketch part(String kind, String name) {
    Sketch part = Sketch.of(kind, name, name).ownedBy(set).replicas(3);
    part.spec().put("minAvailable", 2);
    return part;
  }

  private Sketch reporting(int replicas, int available) {
    return set.status("replicas", replicas).status("availableReplicas", available);
  }

  private List<String> findings() {
    return new SetCountsMatchCliques()
        .check(script.recording()).stream().map(Violation::finding).toList();
  }

  @Test
  void a_replica_with_the_minimum_of_everything_is_available() {
    script.added(reporting(2, 2), web(0, 2), crew(0, 2), web(1, 3), crew(1, 2));

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_clique_or_a_group_below_its_minimum_takes_its_replica_away() {
    script.added(reporting(2, 0), web(0, 1), crew(0, 2), web(1, 3), crew(1, 1));

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_part_that_is_not_there_takes_its_replica_away() {
    script.added(reporting(2, 1), web(0, 2), crew(0, 2), web(1, 3));

    assertThat(findings()).isEmpty();
  }

  @Test
  void replicas_below_min_available_are_the_minimum() {
    script.added(reporting(2, 1), web(0, 1).replicas(1), crew(0, 2));

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_false_count_is_reported() {
    script.added(reporting(2, 2), web(0, 2), crew(0, 2));

    assertThat(findings())
        .containsExactly("PodCliqueSet shop reports 2 availableReplicas, its parts make it 1");
  }

  @Test
  void false_replicas_are_reported() {
    script.added(reporting(3, 0));

    assertThat(findings())
        .containsExactly("PodCliqueSet shop reports 3 replicas, its parts make it 2");
  }
}
