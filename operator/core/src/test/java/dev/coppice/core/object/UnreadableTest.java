package dev.coppice.core.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnreadableTest {

  @Test
  void an_object_is_unreadable_once_it_is_marked() {
    Pod pod = new PodBuilder().withNewMetadata().withName("a").endMetadata().build();
    assertThat(Unreadable.of(pod)).isEmpty();

    Unreadable unreadable = new Unreadable("spec.containers[0]", "a string where an object is due");
    unreadable.mark(pod);

    assertThat(Unreadable.of(pod)).contains(unreadable);
  }

  @Test
  void nobody_outside_can_send_the_mark() {
    Pod pod = new PodBuilder().withNewMetadata().withName("a").endMetadata().build();
    pod.getMetadata()
        .setAdditionalProperty("coppice.dev/unreadable", Map.of("path", "spec", "cause", "forged"));

    assertThat(Unreadable.of(pod)).isEmpty();
  }

  @Test
  void an_object_without_metadata_has_no_mark() {
    assertThat(Unreadable.of(new Pod())).isEmpty();
  }
}
