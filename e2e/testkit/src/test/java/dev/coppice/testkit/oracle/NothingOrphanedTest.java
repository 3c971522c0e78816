package dev.coppice.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;

class NothingOrphanedTest {

  private final Script script = new Script();
  private final Sketch set = Sketch.of("PodCliqueSet", "shop", "s1");
  private final Sketch clique = ours("PodClique", "shop-0-web", "c1").ownedBy(set);
  private final Sketch pod = ours("Pod", "shop-0-web-0-a", "p0").ownedBy(clique);

  private static Sketch ours(String kind, String name, String uid) {
    return Sketch.of(kind, name, uid).label(Labels.MANAGED_BY, Labels.MANAGER);
  }

  private List<String> findings() {
    return new NothingOrphaned()
        .check(script.recording()).stream().map(Violation::finding).toList();
  }

  @Test
  void a_tree_with_all_its_owners_is_allowed() {
    script.added(set, clique, pod);

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_tree_that_has_gone_is_allowed() {
    script.added(set, clique, pod).deleted(set, clique, pod);

    assertThat(findings()).isEmpty();
  }

  @Test
  void what_outlives_its_owner_is_reported() {
    script.added(set, clique, pod).deleted(set, clique);

    assertThat(findings())
        .containsExactly("Pod shop-0-web-0-a outlived PodClique shop-0-web with UID c1");
  }

  @Test
  void what_belongs_to_an_earlier_owner_of_the_name_is_reported() {
    script.added(set, clique).deleted(set).added(Sketch.of("PodCliqueSet", "shop", "s2"));

    assertThat(findings()).hasSize(1);
  }

  @Test
  void what_never_had_an_owner_is_reported() {
    script.added(ours("Service", "shop-0", "v1"));

    assertThat(findings()).containsExactly("Service shop-0 has no controlling owner");
  }

  @Test
  void what_others_made_is_not_our_affair() {
    script.added(Sketch.of("Pod", "other", "p9"));

    assertThat(findings()).isEmpty();
  }
}
