package dev.coppice.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.object.ObjectKey;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanTest {

  private static final Purpose PURPOSE = Purpose.unannounced("ERR", "did", "thing");
  private static final LiveRead GET =
      new LiveRead.Get(new ObjectKey(ConfigMap.class, "n", "primary"));
  private static final LiveRead LIST = new LiveRead.ListOf(Pod.class, "n", Map.of());
  private static final Action CREATE =
      new Action.Create(
          new PodBuilder().withNewMetadata().withNamespace("n").withName("p").endMetadata().build(),
          PURPOSE);

  private static final Action.Read FIRST = new Action.Read(List.of(GET), PURPOSE);
  private static final Action.Read SECOND = new Action.Read(List.of(GET, LIST), PURPOSE);

  @Test
  void everything_that_has_to_be_read_is_read_at_once() {
    Plan plan = Plan.builder(Failures.none()).add(FIRST).add(SECOND).build();

    assertThat(plan.actions()).containsExactly(SECOND);
  }

  @Test
  void nothing_is_read_while_there_is_something_else_to_do() {
    Plan plan = Plan.builder(Failures.none()).add(FIRST).add(CREATE).add(SECOND).build();

    assertThat(plan.actions()).containsExactly(CREATE);
  }

  @Test
  void what_could_not_be_read_is_left_out() {
    Plan plan = Plan.builder(Failures.none().withSkipped(FIRST)).add(FIRST).build();

    assertThat(plan.actions()).isEmpty();
  }
}
