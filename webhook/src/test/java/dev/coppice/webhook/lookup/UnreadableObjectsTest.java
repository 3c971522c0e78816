package dev.coppice.webhook.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Unreadable;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The caches keep what cannot be read, as what it is. */
class UnreadableObjectsTest {

  private static final Unreadable WHY = new Unreadable("spec", "odd");
  private static final Instant START = Instant.parse("2026-11-27T10:00:00Z");

  private static <T extends HasMetadata> T put(ItemStore<T> store, T object) {
    object.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("ns")
            .withName("a")
            .withUid("u")
            .withResourceVersion("1")
            .addToAnnotations(Annotations.TOPOLOGY_NAME, "y")
            .build());
    WHY.mark(object);
    store.put(store.getKey(object), object);
    return store.get(store.getKey(object));
  }

  @Test
  void a_set_is_there_with_its_annotations() {
    PodCliqueSet set = put(new SetStore(), new PodCliqueSet());

    assertThat(Unreadable.of(set)).contains(WHY);
    assertThat(set.getMetadata().getAnnotations()).containsEntry(Annotations.TOPOLOGY_NAME, "y");
  }

  @Test
  void a_gang_is_there_with_its_start() {
    PodGang gang = new PodGang();
    gang.setStatus(PodGangStatusBuilder.builder().startTime(START).build());

    PodGang held = put(new GangStore(), gang);

    assertThat(Unreadable.of(held)).contains(WHY);
    assertThat(held.statusOrEmpty().startTime()).isEqualTo(START);
  }

  @Test
  void a_queue_is_one_that_says_nothing() {
    QueueStore store = new QueueStore();

    assertThat(Unreadable.of(put(store, new Queue()))).contains(WHY);
    assertThat(store.tree().missingParent("a")).isEmpty();
  }
}
