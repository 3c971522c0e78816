package dev.coppice.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ObjectIndexTest {

  private static final ConfigMap RED = labelled("red", "1");
  private static final ConfigMap RED_STILL = labelled("red", "2");
  private static final ConfigMap BLUE = labelled("blue", "3");

  private final AtomicInteger computed = new AtomicInteger();
  private final ObjectIndex<ConfigMap> index = new ObjectIndex<>();

  @BeforeEach
  void index() {
    index.add(object -> {
      computed.incrementAndGet();
      return Set.of(key(object.getMetadata().getLabels().get("colour")));
    });
    index.replace("x", null, RED);
  }

  @Test
  void a_version_with_the_same_labels_takes_the_place_without_its_keys_being_computed() {
    index.replace("x", RED, RED_STILL);

    assertThat(index.find(Set.of(key("red")))).containsExactly(RED_STILL);
    assertThat(computed).hasValue(1);
  }

  @Test
  void a_version_with_other_labels_is_found_by_those_only() {
    index.replace("x", RED, BLUE);

    assertThat(index.find(Set.of(key("red")))).isEmpty();
    assertThat(index.find(Set.of(key("blue")))).containsExactly(BLUE);
  }

  @Test
  void an_object_that_is_gone_and_comes_back_is_found_again() {
    index.replace("x", RED, null);
    assertThat(index.find(Set.of(key("red")))).isEmpty();

    index.replace("x", null, RED_STILL);
    assertThat(index.find(Set.of(key("red")))).containsExactly(RED_STILL);
  }

  private static IndexKey key(String colour) {
    return new IndexKey("colour", "default", colour);
  }

  private static ConfigMap labelled(String colour, String version) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("x")
        .withLabels(Map.of("colour", colour))
        .withResourceVersion(version)
        .endMetadata()
        .build();
  }
}
