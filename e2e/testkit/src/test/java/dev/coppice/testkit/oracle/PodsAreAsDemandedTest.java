package dev.coppice.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodsAreAsDemandedTest {

  private static final String NEW = "model:2";

  private final Script script = new Script();
  private final Sketch set = Sketch.of("PodCliqueSet", "llm", "s1").replicas(1);
  private final Sketch clique =
      Sketch.podClique("llm-0-web", "c1").ownedBy(set).replicas(2).label("tier", "front");
  private final Sketch first = pod(0, NEW);
  private final Sketch second = pod(1, NEW);

  PodsAreAsDemandedTest() {
    template(NEW);
  }

  private void template(String image) {
    set.spec()
        .putObject("template")
        .putArray("cliques")
        .addObject()
        .put("name", "web")
        .putObject("spec")
        .put("replicas", 1)
        .putObject("podSpec")
        .putArray("containers")
        .addObject()
        .put("image", image);
  }

  private Sketch pod(int index, String image) {
    Sketch pod =
        Sketch.pod("llm-0-web-" + index, "p" + index, clique, index).label("tier", "front").ready();
    pod.spec().putArray("containers").addObject().put("image", image);
    return pod;
  }

  private List<String> findings() {
    return new PodsAreAsDemanded()
        .check(script.recording()).stream().map(Violation::finding).toList();
  }

  @Test
  void as_many_ready_pods_as_the_live_scale_asks_for_are_in_order() {
    script.added(set, clique, first, second);

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_pod_that_lacks_is_reported_whatever_the_status_says() {
    clique.podFailure(1).status("readyReplicas", 2);
    script.added(set, clique, first);

    assertThat(findings())
        .containsExactly("PodClique llm-0-web has 1 pods that are Ready or done, and is to have 2");
  }

  @Test
  void a_pod_that_is_not_ready_is_reported_with_the_number() {
    script.added(set, clique, first, second.condition("Ready", "False", 1));

    assertThat(findings())
        .containsExactly(
            "PodClique llm-0-web has 1 pods that are Ready or done, and is to have 2",
            "pod llm-0-web-1 is neither Ready nor done");
  }

  @Test
  void a_pod_beyond_the_live_scale_is_reported_with_the_number() {
    script.added(set, clique.replicas(1), first, second);

    assertThat(findings())
        .containsExactly(
            "PodClique llm-0-web has 2 pods that are Ready or done, and is to have 1",
            "pod llm-0-web-1 has index 1 of 1 once more or for nothing");
  }

  @Test
  void a_pod_of_an_older_template_is_reported() {
    script.added(set, clique, first, pod(1, "model:1"));

    assertThat(findings()).containsExactly("pod llm-0-web-1 runs [model:1], not [[model:2]]");
  }

  @Test
  void under_on_delete_a_pod_may_be_of_any_template_that_the_set_has_had() {
    set.spec().putObject("updateStrategy").put("type", "OnDelete");
    template("model:1");
    script.added(set);
    template(NEW);
    script.modified(set);

    script.added(clique, pod(0, "model:1"), pod(1, "model:0"));

    assertThat(findings())
        .singleElement()
        .asString()
        .startsWith("pod llm-0-web-1 runs [model:0], not ");
  }

  @Test
  void a_pod_that_a_restart_has_passed_by_is_reported() {
    set.annotation(Annotations.RESTARTED_AT, "noon");
    script.added(set, clique, first.annotation(Annotations.RESTARTED_AT, "noon"), second);

    assertThat(findings()).containsExactly("pod llm-0-web-1 was made for restart '', not 'noon'");
  }

  @Test
  void a_pod_without_a_label_of_its_clique_is_reported() {
    script.added(set, clique, first, second.label("tier", "back"));

    assertThat(findings()).containsExactly("pod llm-0-web-1 lacks tier=front");
  }

  @Test
  void a_pod_of_a_job_that_is_done_counts_as_ready() {
    first.label("grove.io/restart-attempt", "0");
    second.label("grove.io/restart-attempt", "0").phase("Succeeded");
    clique.annotation(Annotations.RESTART_ATTEMPT, "0");
    script.added(set, clique, first, second);

    assertThat(findings()).isEmpty();
  }
}
