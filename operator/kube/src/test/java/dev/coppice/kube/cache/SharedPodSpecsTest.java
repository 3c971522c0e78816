package dev.coppice.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.api.set.PodCliqueTemplateBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SharedPodSpecsTest {

  private final SharedPodSpecs shared = new SharedPodSpecs();

  @Test
  void equal_podspecs_of_a_set_and_its_podcliques_are_one() {
    PodCliqueSet set = set(podSpec("image"));
    PodClique one = clique("uid-1", 1, 1, podSpec("image"));
    PodClique other = clique("uid-2", 1, 1, podSpec("image"));

    shared.share(set, null);
    shared.share(one, null);
    shared.share(other, null);

    PodSpec held = set.getSpec().template().cliques().getFirst().spec().podSpec();
    assertThat(one.getSpec().podSpec()).isSameAs(held).isEqualTo(podSpec("image"));
    assertThat(other.getSpec().podSpec()).isSameAs(held);
    assertThat(shared.size()).isEqualTo(1);
  }

  @Test
  void podspecs_that_differ_in_anything_are_two() {
    PodClique one = clique("uid-1", 1, 1, podSpec("image"));
    PodClique other = clique("uid-2", 1, 1, podSpec("other"));
    PodSpec extended = podSpec("image");
    extended.setAdditionalProperty("unknown", 1);
    PodClique third = clique("uid-3", 1, 1, extended);

    shared.share(one, null);
    shared.share(other, null);
    shared.share(third, null);

    assertThat(one.getSpec().podSpec().getContainers().getFirst().getImage()).isEqualTo("image");
    assertThat(other.getSpec().podSpec().getContainers().getFirst().getImage()).isEqualTo("other");
    assertThat(third.getSpec().podSpec()).isSameAs(extended);
    assertThat(shared.size()).isEqualTo(3);
  }

  @Test
  void a_version_of_the_same_generation_keeps_the_specification() {
    PodClique before = clique("uid-1", 1, 7, podSpec("image"));
    PodClique after = clique("uid-1", 1, 8, podSpec("image"));

    shared.share(before, null);
    shared.share(after, before);

    assertThat(after.getSpec()).isSameAs(before.getSpec());
  }

  @Test
  void another_generation_another_object_and_an_older_version_are_read_anew() {
    PodClique before = clique("uid-1", 1, 7, podSpec("image"));
    shared.share(before, null);

    for (PodClique after :
        List.of(
            clique("uid-1", 2, 8, podSpec("new")),
            clique("uid-2", 1, 8, podSpec("new")),
            clique("uid-1", 1, 6, podSpec("new")))) {
      shared.share(after, before);

      assertThat(after.getSpec().podSpec()).isEqualTo(podSpec("new"));
    }
  }

  @Test
  void an_object_without_a_specification_is_left_as_it_is() {
    PodClique clique = new PodClique();

    shared.share(clique, null);

    assertThat(clique.getSpec()).isNull();
  }

  @Test
  void one_that_cannot_be_written_is_left_as_it_is() {
    PodSpec deep = podSpec("image");
    List<Object> nested = List.of();
    for (int depth = 0; depth < 5_000; depth++) {
      nested = List.of(nested);
    }
    deep.setAdditionalProperty("deep", nested);
    PodClique clique = clique("uid-1", 1, 1, deep);

    shared.share(clique, null);

    assertThat(clique.getSpec().podSpec()).isSameAs(deep);
    assertThat(shared.size()).isZero();
    assertThat(HeldBytes.of(deep)).isPositive();
  }

  @Test
  void forgets_what_nothing_holds_any_more() {
    shared.share(clique("uid-1", 1, 1, podSpec("image")), null);

    Awaitility.await()
        .untilAsserted(() -> {
          System.gc();
          assertThat(shared.size()).isZero();
        });
  }

  private static PodSpec podSpec(String image) {
    return Serialization.unmarshal(
        """
        containers:
        - name: main
          image: %s
          command: [serve, --port, "8080"]
          env: [{name: A, value: b}, {name: C, value: d}]
          resources: {limits: {cpu: "2", memory: 4Gi, nvidia.com/gpu: "8"}}
          volumeMounts: [{name: cache, mountPath: /cache}]
        volumes: [{name: cache, emptyDir: {}}]
        """
            .formatted(image),
        PodSpec.class);
  }

  private static PodClique clique(
      String uid, long generation, long version, @Nullable PodSpec podSpec) {
    PodClique clique = new PodClique();
    clique.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("ns")
            .withName("a")
            .withUid(uid)
            .withGeneration(generation)
            .withResourceVersion(Long.toString(version))
            .build());
    clique.setSpec(PodCliqueSpecBuilder.builder().podSpec(podSpec).build());
    return clique;
  }

  private static PodCliqueSet set(PodSpec podSpec) {
    PodCliqueSet set = new PodCliqueSet();
    set.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("ns")
            .withName("s")
            .withUid("uid-s")
            .withResourceVersion("1")
            .build());
    set.setSpec(
        PodCliqueSetSpecBuilder.builder()
            .template(
                PodCliqueSetTemplateBuilder.builder()
                    .cliques(
                        List.of(
                            PodCliqueTemplateBuilder.builder()
                                .name("a")
                                .spec(PodCliqueSpecBuilder.builder().podSpec(podSpec).build())
                                .build()))
                    .build())
            .build());
    return set;
  }
}
