package dev.coppice.webhook.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.core.object.Unreadable;
import dev.coppice.webhook.eviction.KnownPod;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodStoreTest {

  private final PodStore store = new PodStore();

  private static Pod pod(String name, String uid, String version, String gang) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName(name)
        .withUid(uid)
        .withResourceVersion(version)
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGER)
        .addToLabels(Labels.POD_GANG, gang)
        .endMetadata()
        .build();
  }

  private void put(Pod pod) {
    store.put(store.getKey(pod), pod);
  }

  @Test
  void pods_are_found_by_uid_and_by_gang_as_long_as_they_are_there() {
    put(pod("a", "1", "1", "g"));
    put(pod("b", "2", "1", "g"));
    put(pod("a", "1", "2", "g"));

    assertThat(store.find("1")).isPresent();
    assertThat(store.ofGang("ns/g")).extracting(KnownPod::uid).containsExactlyInAnyOrder("1", "2");
    assertThat(store.get("ns/a").getMetadata().getResourceVersion()).isEqualTo("2");

    assertThat(store.remove("ns/a").getMetadata().getUid()).isEqualTo("1");

    assertThat(store.find("1")).isEmpty();
    assertThat(store.ofGang("ns/g")).extracting(KnownPod::uid).containsExactly("2");
    assertThat(store.remove("ns/a")).isNull();
    assertThat(store.keySet()).containsExactly("ns/b");
  }

  @Test
  void a_promise_of_room_is_known_and_the_version_that_has_it() {
    put(pod("a", "1", "1", "g"));
    assertThat(store.find("1")).map(KnownPod::waits).contains(true);

    Pod nominated = pod("a", "1", "2", "g");
    nominated.setStatus(new PodStatusBuilder().withNominatedNodeName("n1").build());
    put(nominated);

    assertThat(store.find("1")).map(KnownPod::nominated).contains("n1");
    assertThat(store.find("1")).map(KnownPod::version).contains("2");
    assertThat(store.find("1")).map(KnownPod::waits).contains(false);
  }

  @Test
  void another_pod_of_the_name_takes_its_place() {
    put(pod("a", "1", "1", "g"));
    put(pod("a", "2", "2", "g"));

    assertThat(store.find("1")).isEmpty();
    assertThat(store.ofGang("ns/g")).extracting(KnownPod::uid).containsExactly("2");
    assertThat(store.size()).isEqualTo(1);
  }

  @Test
  void a_pod_may_come_to_another_gang_or_to_none() {
    put(pod("a", "1", "1", "g"));
    put(pod("a", "1", "2", "h"));
    assertThat(store.ofGang("ns/g")).isEmpty();
    assertThat(store.ofGang("ns/h")).hasSize(1);
    assertThat(store.find("1")).map(KnownPod::gang).contains("h");

    Pod none = pod("a", "1", "3", "h");
    none.getMetadata().getLabels().remove(Labels.POD_GANG);
    put(none);
    assertThat(store.find("1")).isEmpty();
    assertThat(store.ofGang("ns/h")).isEmpty();
    assertThat(store.isGangless("1")).isTrue();

    put(pod("a", "1", "4", "g"));
    assertThat(store.isGangless("1")).isFalse();
    assertThat(store.find("1")).isPresent();
  }

  @Test
  void of_a_pod_that_cannot_be_read_nobody_knows_whose_it_is() {
    Pod broken = pod("a", "1", "1", "g");
    new Unreadable("spec", "odd").mark(broken);
    put(broken);

    assertThat(store.find("1")).isEmpty();
    assertThat(store.ofGang("ns/g")).isEmpty();
    assertThat(store.isGangless("1")).isFalse();
    assertThat(store.unreadable()).isEqualTo(1);

    put(pod("a", "1", "2", "g"));
    assertThat(store.find("1")).isPresent();
    assertThat(store.unreadable()).isZero();
  }

  @Test
  void of_others_no_more_is_kept_than_that_they_are_there_and_one_value() {
    MetadataStore others =
        new MetadataStore(metadata -> Optional.ofNullable(metadata.getLabels().get("pool")));
    GenericKubernetesResource first = new GenericKubernetesResource();
    first.setMetadata(
        new ObjectMetaBuilder()
            .withName("n1")
            .withUid("1")
            .withResourceVersion("7")
            .addToLabels("pool", "fast")
            .addToAnnotations("a", "b")
            .build());

    assertThat(others.put(others.getKey(first), first)).isNull();

    assertThat(others.has("1")).isTrue();
    assertThat(others.value("n1")).contains("fast");
    assertThat(others.get("n1").getMetadata())
        .isEqualTo(
            new ObjectMetaBuilder().withName("n1").withUid("1").withResourceVersion("7").build());

    first.getMetadata().setUid("2");
    others.put("n1", first);
    assertThat(others.has("1")).isFalse();
    assertThat(others.has("2")).isTrue();

    others.remove("n1");
    assertThat(others.has("2")).isFalse();
    assertThat(others.size()).isZero();
  }
}
