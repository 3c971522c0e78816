package dev.coppice.kube.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.plan.Memory;
import dev.coppice.kube.pass.PassMemory.Entry;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PassMemoryTest {

  private static final Entry OPEN = new Entry(Memory.none(), true, 1, Set.of(), "lost");

  private final PassMemory memory = new PassMemory();

  @Test
  void tells_the_next_object_of_a_name_what_the_dead_one_left_open() {
    memory.keep(object("a", "first"), OPEN);
    memory.forget(object("a", "first"));

    assertThat(memory.hasOpenCreate(object("a", "second"))).isTrue();
    assertThat(memory.hasOpenCreate(object("b", "other"))).isFalse();

    memory.keep(object("a", "second"), Entry.AT_REST);
    assertThat(memory.hasOpenCreate(object("a", "second"))).isFalse();
  }

  @Test
  void does_not_wait_for_ever_for_names_that_do_not_come_again() {
    int dead = PassMemory.MOST_NAMES + 1;

    IntStream.range(0, dead)
        .mapToObj(i -> object("a" + i, "first" + i))
        .forEach(object -> {
          memory.keep(object, OPEN);
          memory.forget(object);
        });

    assertThat(
            IntStream.range(0, dead).filter(i -> memory.hasOpenCreate(object("a" + i, "second"))))
        .hasSize(PassMemory.MOST_NAMES)
        .doesNotContain(0);
  }

  private static ConfigMap object(String name, String uid) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName(name)
        .withUid(uid)
        .endMetadata()
        .build();
  }
}
