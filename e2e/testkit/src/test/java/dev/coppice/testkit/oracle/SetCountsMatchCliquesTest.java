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

  /** A PodClique that needs two of its three pods, of which so many are Ready. */
  private Sketch web(int replica, int ready) {
    return clique("shop-%d-web".formatted(replica), set, ready);
  }

  /** A group that needs two of its three replicas, of which so many are whole. */
  private Sketch crew(int replica, int whole) {
    String name = "shop-%d-crew".formatted(replica);
    Sketch crew = part("PodCliqueScalingGroup", name, set);
    crew.spec().withArrayProperty("cliqueNames").add("worker");
    for (int i = 0; i < 3; i++) {
      script.added(clique("%s-%d-worker".formatted(name, i), crew, i < whole ? 2 : 1));
    }
    return crew;
  }

  private Sketch clique(String name, Sketch owner, int ready) {
    Sketch clique = part("PodClique", name, owner);
    for (int i = 0; i < ready; i++) {
      script.added(Sketch.pod(name + "-" + i, name + "-" + i, clique, i).ready());
    }
    return clique;
  }

  private static Sketch part(String kind, String name, Sketch owner) {
    Sketch part = Sketch.of(kind, name, name).ownedBy(owner).replicas(3);
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
  void parts_that_report_what_their_pods_do_not_say_take_their_replica_away() {
    script.added(
        reporting(2, 0),
        web(0, 1).status("readyReplicas", 3),
        crew(0, 3),
        web(1, 3),
        crew(1, 1).status("availableReplicas", 3));

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_replica_counts_whose_parts_do_not_report_their_pods() {
    script.added(
        reporting(1, 0).replicas(1),
        web(0, 2).status("readyReplicas", 0),
        crew(0, 2).status("availableReplicas", 0));

    assertThat(findings())
        .containsExactly("PodCliqueSet shop reports availableReplicas 0 instead of 1");
  }

  @Test
  void a_false_count_is_reported() {
    script.added(reporting(2, 2), web(0, 2), crew(0, 2));

    assertThat(findings())
        .containsExactly("PodCliqueSet shop reports availableReplicas 2 instead of 1");
  }

  @Test
  void false_replicas_are_reported() {
    script.added(reporting(3, 0));

    assertThat(findings()).containsExactly("PodCliqueSet shop reports replicas 3 instead of 2");
  }
}
