package dev.coppice.core.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.scheduler.kai.KaiKeys;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadKeysTest {

  private static final String LONG = "x".repeat(ReadKeys.LONGEST_VALUE + 1);
  private static final String APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
  private static final String USER = "example.com/team";

  private static final Map<String, Supplier<HasMetadata>> KINDS =
      Map.of(
          "PodCliqueSet", PodCliqueSet::new,
          "PodCliqueScalingGroup", PodCliqueScalingGroup::new,
          "PodClique", PodClique::new,
          "PodGang", PodGang::new,
          "Queue", Queue::new,
          "ClusterTopologyBinding", ClusterTopologyBinding::new,
          "Pod", Pod::new,
          "Service", Service::new,
          "HorizontalPodAutoscaler", HorizontalPodAutoscaler::new,
          "Node", Node::new);

  /** Kind, key, value, and whether it is kept. */
  static Stream<Arguments> annotations() {
    return Stream.of(
            row(
                "PodCliqueSet",
                Map.of(USER, true, APPLIED, false, "meta.helm.sh/release-name", false)),
            row("PodClique", Map.of(USER, true, APPLIED, false)),
            row("PodCliqueScalingGroup", Map.of(USER, false, APPLIED, false)),
            row("PodGang", Map.of(USER, false, APPLIED, false, KaiKeys.LAST_START, true)),
            row("Queue", Map.of(USER, false, Annotations.NEVER, true)),
            row("ClusterTopologyBinding", Map.of(USER, false, Annotations.RECONCILE_TRIGGER, true)),
            row("Pod", Map.of(USER, false, Annotations.STARTUP_RELEASED, true)),
            row("Service", Map.of(USER, false, APPLIED, false)),
            row("HorizontalPodAutoscaler", Map.of(USER, false, APPLIED, false)),
            row("Node", Map.of(USER, false)))
        .flatMap(rows -> rows);
  }

  private static Stream<Arguments> row(String kind, Map<String, Boolean> kept) {
    return kept.entrySet().stream()
        .map(entry -> Arguments.of(kind, entry.getKey(), entry.getValue()));
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @MethodSource("annotations")
  void keeps_what_is_read(String kind, String key, boolean kept) {
    HasMetadata object = object(kind, Map.of(key, "v", Annotations.POD_SPEC_HASH, "v1-x"));

    assertThat(ReadKeys.annotations(object).containsKey(key)).isEqualTo(kept);
  }

  /** Kinds whose annotations of ours are read. */
  static Stream<String> read() {
    return KINDS.keySet().stream()
        .filter(kind -> !List.of("Node", "Service", "HorizontalPodAutoscaler").contains(kind));
  }

  @ParameterizedTest
  @MethodSource("read")
  void keeps_every_annotation_that_the_source_names(String kind) {
    assertThat(named())
        // Of a pod's only those are read that no scheduler knows.
        .filteredOn(key -> !kind.equals("Pod") || key.startsWith(Labels.OWN_PREFIX))
        .isNotEmpty()
        .allSatisfy(key ->
            assertThat(ReadKeys.annotations(object(kind, Map.of(key, LONG)))).containsKey(key));
  }

  private static List<String> named() {
    return Arrays.stream(Annotations.class.getDeclaredFields())
        .filter(field -> field.getType() == String.class)
        .map(ReadKeysTest::value)
        .toList();
  }

  private static String value(Field constant) {
    try {
      return (String) constant.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @MethodSource("noted")
  void keeps_what_was_copied_from_a_template_whatever_it_is(String kind) {
    HasMetadata object =
        object(kind, Map.of(APPLIED, LONG, USER, LONG, Annotations.COPIED_ANNOTATIONS, APPLIED));

    assertThat(ReadKeys.annotations(object))
        .containsEntry(APPLIED, LONG)
        .containsKey(Annotations.COPIED_ANNOTATIONS);
  }

  static Stream<String> noted() {
    return Stream.of("PodClique", "PodCliqueScalingGroup", "PodGang");
  }

  @Test
  void drops_long_values_of_users() {
    assertThat(ReadKeys.annotations(object("PodCliqueSet", Map.of(USER, LONG)))).isEmpty();
    assertThat(
            ReadKeys.annotations(
                object("PodClique", Map.of(USER, LONG, Annotations.POD_SPEC_HASH, "h"))))
        .containsOnlyKeys(Annotations.POD_SPEC_HASH);
  }

  @Test
  void keeps_of_a_podclique_of_another_operator_all_that_its_template_may_have() {
    HasMetadata clique =
        object(
            "PodClique",
            Map.of(USER, LONG, "kubectl.kubernetes.io/default-container", "c", APPLIED, "{}"));

    assertThat(ReadKeys.annotations(clique))
        .containsOnlyKeys(USER, "kubectl.kubernetes.io/default-container");
  }

  @Test
  void remembers_that_there_are_others_so_that_no_patch_makes_the_map() {
    HasMetadata gang = object("PodGang", Map.of(USER, "a"));
    HasMetadata none = object("PodGang", Map.of());

    gang.getMetadata().setAnnotations(ReadKeys.annotations(gang));
    none.getMetadata().setAnnotations(ReadKeys.annotations(none));

    assertThat(OwnKeys.annotations(gang, Map.of("grove.io/a", "1")).operations().toString())
        .isEqualTo(
            "[{\"op\":\"add\",\"path\":\"/metadata/annotations/grove.io~1a\",\"value\":\"1\"}]");
    assertThat(OwnKeys.annotations(none, Map.of("grove.io/a", "1")).operations().toString())
        .contains("\"path\":\"/metadata/annotations\"");
    assertThat(OwnKeys.withoutNotes(ReadKeys.annotations(gang))).isEmpty();
  }

  @Test
  void is_the_same_when_it_is_done_twice() {
    KINDS
        .keySet()
        .forEach(kind -> {
          HasMetadata object = object(kind, Map.of(USER, "a", APPLIED, LONG));
          Map<String, String> once = ReadKeys.annotations(object);
          object.getMetadata().setAnnotations(once);

          assertThat(ReadKeys.annotations(object)).as(kind).isEqualTo(once);
        });
  }

  @Test
  void keeps_of_the_labels_of_a_pod_those_that_tell_its_place() {
    HasMetadata pod = object("Pod", Map.of());
    Map<String, String> labels = new TreeMap<>();
    for (int i = 0; i < 1000; i++) {
      labels.put("example.com/label-" + i, "v");
    }
    labels.put(Labels.MANAGED_BY, Labels.MANAGER);
    labels.put(Labels.POD_CLIQUE, "c");
    pod.getMetadata().setLabels(labels);

    assertThat(ReadKeys.labels(pod)).containsOnlyKeys(Labels.MANAGED_BY, Labels.POD_CLIQUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Pod", "Service", "HorizontalPodAutoscaler"})
  void remembers_that_there_are_labels_of_others_alone(String kind) {
    HasMetadata object = object(kind, Map.of());
    HasMetadata none = object(kind, Map.of());
    object.getMetadata().setLabels(Map.of(USER, "a"));
    none.getMetadata().setLabels(Map.of());

    object.getMetadata().setLabels(ReadKeys.labels(object));

    assertThat(object.getMetadata().getLabels()).containsOnlyKeys(ReadKeys.OTHER_LABELS);
    assertThat(ReadKeys.labels(object)).isEqualTo(object.getMetadata().getLabels());
    assertThat(ReadKeys.labels(none)).isEmpty();
    assertThat(OwnKeys.labels(object, Map.of("grove.io/a", "1")).operations().toString())
        .isEqualTo("[{\"op\":\"add\",\"path\":\"/metadata/labels/grove.io~1a\",\"value\":\"1\"}]");
  }

  @Test
  void keeps_of_what_belongs_to_others_by_what_it_is_found() {
    Map<String, String> labels =
        Map.of(Labels.MANAGED_BY, Labels.MANAGER, Labels.GROUP_KEY, "k", Labels.POD_CLIQUE, "c");
    HasMetadata foreign = object("Pod", Map.of());
    foreign.setMetadata(owned("apps/v1").withLabels(labels).build());
    HasMetadata set = object("PodCliqueSet", Map.of());
    set.setMetadata(owned("nvidia.com/v1alpha1").withLabels(labels).build());

    assertThat(ReadKeys.labels(foreign)).containsOnlyKeys(Labels.MANAGED_BY, Labels.POD_CLIQUE);
    assertThat(ReadKeys.labels(set)).isEqualTo(labels);
  }

  private static ObjectMetaBuilder owned(String apiVersion) {
    return new ObjectMetaBuilder()
        .addNewOwnerReference()
        .withApiVersion(apiVersion)
        .withKind("K")
        .withName("o")
        .withUid("u")
        .withController(true)
        .endOwnerReference();
  }

  private static HasMetadata object(String kind, Map<String, String> annotations) {
    HasMetadata object = KINDS.get(kind).get();
    ObjectMeta metadata =
        new ObjectMetaBuilder()
            .withName("a")
            .withNamespace("ns")
            .withResourceVersion("7")
            .withAnnotations(annotations)
            .build();
    object.setMetadata(metadata);
    return object;
  }
}
