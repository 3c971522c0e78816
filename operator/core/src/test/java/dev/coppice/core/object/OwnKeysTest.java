package dev.coppice.core.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.core.json.JsonPatch;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OwnKeysTest {

  static Stream<Arguments> labels() {
    return Stream.of(
        Arguments.of("the same", Map.of("a", "1"), "", Map.of("a", "1"), "[]"),
        Arguments.of("a foreign key", Map.of("a", "1", "x", "9"), "", Map.of("a", "1"), "[]"),
        Arguments.of(
            "another value",
            Map.of("a", "1", "x", "9"),
            "",
            Map.of("a", "2"),
            "[{'op':'add','path':'/metadata/labels/a','value':'2'}]"),
        Arguments.of(
            "a key that is not there",
            Map.of("x", "9"),
            "",
            Map.of("e.io/a~b", "2"),
            "[{'op':'add','path':'/metadata/labels/e.io~1a~0b','value':'2'}]"),
        Arguments.of(
            "a key that went",
            Map.of("a", "1", "b", "2", "x", "9"),
            "a,b",
            Map.of("a", "1"),
            "[{'op':'remove','path':'/metadata/labels/b'}]"),
        Arguments.of("a key that is gone already", Map.of("x", "9"), "a,b", Map.of(), "[]"),
        Arguments.of(
            "no labels at all",
            null,
            "",
            Map.of("a", "1"),
            "[{'op':'test','path':'/metadata/resourceVersion','value':'7'},"
                + "{'op':'add','path':'/metadata/labels','value':{'a':'1'}}]"),
        Arguments.of("nothing wanted and nothing there", null, "", Map.of(), "[]"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("labels")
  void changes_single_keys(
      String what,
      @Nullable Map<String, String> seen,
      String copied,
      Map<String, String> wanted,
      String operations) {
    JsonPatch patch =
        OwnKeys.sync(
            object(seen, Map.of("n", "1", Annotations.COPIED_LABELS, copied)),
            object(wanted, Map.of("n", "1", Annotations.COPIED_LABELS, copied)));

    assertThat(patch.operations()).hasToString(operations.replace('\'', '"'));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("labels")
  void annotations_are_kept_in_the_same_way(
      String what,
      @Nullable Map<String, String> seen,
      String copied,
      Map<String, String> wanted,
      String operations) {
    // Without any annotation there is no note either.
    String note = seen == null ? "" : copied;
    JsonPatch patch =
        OwnKeys.sync(
            object(Map.of("l", "1"), seen == null ? null : noted(seen, note)),
            object(Map.of("l", "1"), note.isEmpty() ? wanted : noted(wanted, note)));

    assertThat(patch.operations())
        .hasToString(operations.replace('\'', '"').replace("labels", "annotations"));
  }

  private static Map<String, String> noted(Map<String, String> annotations, String copied) {
    return OwnKeys.noted(
        annotations, List.of(), copied.isEmpty() ? List.of() : List.of(copied.split(",", -1)));
  }

  private static ConfigMap object(
      @Nullable Map<String, String> labels, @Nullable Map<String, String> annotations) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("n")
        .withName("c")
        .withResourceVersion("7")
        .withLabels(labels)
        .withAnnotations(annotations)
        .endMetadata()
        .build();
  }
}
