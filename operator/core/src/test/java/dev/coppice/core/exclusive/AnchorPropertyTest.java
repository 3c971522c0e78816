package dev.coppice.core.exclusive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever happens between two calls, and wherever the process dies. */
class AnchorPropertyTest {

  private static final int STEPS = 300;

  @Property
  void a_group_is_never_in_two_domains(@ForAll long seed) {
    GroupModel model = new GroupModel(new Random(seed));

    for (int i = 0; i < STEPS; i++) {
      model.step(0);
      assertThat(model.taken()).as("after step %d: %s", i, model.now()).hasSizeLessThan(2);
    }
  }

  @Property
  void a_group_comes_to_one_domain_however_old_the_views_were(@ForAll long seed) {
    GroupModel model = new GroupModel(new Random(seed));
    for (int i = 0; i < STEPS; i++) {
      model.step(12);
    }

    model.settle();

    assertThat(model.now().pods()).hasSize(GroupModel.SLOTS).allMatch(GroupPod::isBound);
    assertThat(model.taken()).hasSize(1);
    assertThat(model.now().recorded().domain()).isIn(model.taken());
    assertThat(model.now().anchor().decision()).isEqualTo(new AnchorDecision.Settled());
  }
}
