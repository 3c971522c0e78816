package dev.coppice.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemoriesTest {

  private static final Memory OPEN = Memory.none().afterNothing(true);

  private final Memories memories = new Memories();

  @Test
  void tells_the_next_object_of_a_name_what_the_dead_one_left_open() {
    memories.keep(object("a", "first"), OPEN);
    memories.forget(object("a", "first"));

    assertThat(memories.of(object("a", "second")).openCreate()).isTrue();
    assertThat(memories.of(object("b", "other")).openCreate()).isFalse();

    memories.keep(object("a", "second"), Memory.none());
    assertThat(memories.of(object("a", "second")).openCreate()).isFalse();
  }

  @Test
  void does_not_wait_for_ever_for_names_that_do_not_come_again() {
    int dead = Memories.MOST_NAMES + 1;

    IntStream.range(0, dead)
        .mapToObj(i -> object("a" + i, "first" + i))
        .forEach(object -> {
          memories.keep(object, OPEN);
          memories.forget(object);
        });

    assertThat(
            IntStream.range(0, dead)
                .filter(i -> memories.of(object("a" + i, "second")).openCreate()))
        .hasSize(Memories.MOST_NAMES)
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
