package dev.coppice.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FewAtOnceTest {

  private final List<Runnable> underWay = new ArrayList<>();
  private final List<String> done = new ArrayList<>();
  private final FewAtOnce few = new FewAtOnce(underWay::add, 2);

  @Test
  void what_comes_while_enough_is_under_way_is_dropped() {
    few.execute(() -> done.add("a"));
    few.execute(() -> {
      throw new IllegalStateException("b");
    });
    few.execute(() -> done.add("c"));
    assertThat(underWay).hasSize(2);

    underWay.getFirst().run();
    few.execute(() -> done.add("d"));
    try {
      underWay.get(1).run();
    } catch (IllegalStateException failed) {
      few.execute(() -> done.add("e"));
    }
    underWay.subList(2, underWay.size()).forEach(Runnable::run);

    assertThat(done).containsExactly("a", "d", "e");
  }
}
