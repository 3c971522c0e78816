package dev.coppice.webhook.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.queue.Queue;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class QueueStoreTest {

  private final QueueStore store = new QueueStore();
  private final AtomicInteger changes = new AtomicInteger();

  private void put(String spec) {
    store.put(
        "team",
        Serialization.unmarshal(
            """
            apiVersion: scheduling.run.ai/v2
            kind: Queue
            metadata: {name: team}
            spec: {%s}
            """
                .formatted(spec),
            Queue.class));
  }

  @Test
  void tells_when_what_a_tree_is_made_of_changes_and_of_nothing_else() {
    store.onChange(changes::incrementAndGet);

    put("parentQueue: dept");
    put("parentQueue: dept");
    put("parentQueue: dept, displayName: The team");
    assertThat(changes).hasValue(1);

    put("parentQueue: dept, reclaimMinRuntime: 5s");
    assertThat(changes).hasValue(2);
    assertThat(store.tree().missingParent("team")).contains("dept");

    store.remove("team");
    assertThat(changes).hasValue(3);
    assertThat(store.tree().missingParent("team")).isEmpty();
  }
}
