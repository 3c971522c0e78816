package dev.coppice.testkit.oracle;

import static dev.coppice.testkit.recorder.Sketch.podClique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OneDomainEachTest {

  private final Script script = new Script();
  private final Sketch clique = podClique("web", "c1").replicas(4);

  private Sketch pod(int index, String group) {
    return Sketch.pod("web-" + index, "p" + index, clique, index).label("key", group);
  }

  private List<String> findings() {
    Map<String, String> domains = Map.of("a-0", "A", "a-1", "A", "b-0", "B");
    return new OneDomainEach("key", "block", domains)
        .check(script.recording()).stream().map(Violation::finding).toList();
  }

  @Test
  void groups_in_domains_of_their_own_are_in_order() {
    script.added(
        pod(0, "one").boundTo("a-0"), pod(1, "one").boundTo("a-1"), pod(2, "two").boundTo("b-0"));

    assertThat(findings()).isEmpty();
  }

  @Test
  void two_groups_in_one_domain_are_reported_once() {
    Sketch second = pod(1, "two");
    script.added(pod(0, "one").boundTo("a-0"), second).modified(second.boundTo("a-1").ready());
    script.modified(second.terminating());

    assertThat(findings())
        .containsExactly("pods web-0 and web-1 of different key are both in block A");
  }

  @Test
  void a_group_in_two_domains_is_reported() {
    script.added(pod(0, "one").boundTo("a-0"), pod(1, "one").boundTo("b-0"));

    assertThat(findings()).containsExactly("pods web-0 and web-1 of one key are in block A and B");
  }

  @Test
  void a_pod_holds_its_domain_until_it_is_gone() {
    Sketch old = pod(0, "one").boundTo("a-0");
    script.added(old).modified(old.terminating()).added(pod(1, "two").boundTo("a-1"));

    assertThat(findings()).hasSize(1);
  }

  @Test
  void a_pod_that_is_gone_or_has_ended_holds_none() {
    Sketch gone = pod(0, "one").boundTo("a-0");
    Sketch ended = pod(1, "two").boundTo("a-0");
    script.added(gone).deleted(gone).added(ended).modified(ended.phase("Succeeded"));
    script.added(pod(2, "three").boundTo("a-1"));

    assertThat(findings()).isEmpty();
  }

  @Test
  void pods_without_the_label_and_nodes_without_a_domain_do_not_count() {
    script.added(
        pod(0, "one").boundTo("a-0"),
        Sketch.pod("other", "x", clique, 1).boundTo("a-0"),
        pod(2, "one").boundTo("elsewhere"));

    assertThat(findings()).isEmpty();
  }
}
