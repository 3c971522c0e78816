package dev.coppice.kube.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Unreadable;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingBoundsTest extends ReadingFixture {

  @Test
  void an_object_of_too_many_values_is_not_read() {
    String many = "{\"x\":[" + "{},".repeat(MEGABYTE * 4 / 10) + "{}]}";

    assertThat(mark(event(podSpec(many))))
        .isEqualTo(
            new Unreadable("spec.template.cliques[0].spec.podSpec.x", "more than 400,000 values"));
    assertThat(
            mark(list(PodCliqueSet.class, "{\"items\":[" + podSpec(many) + "]}")
                    .getItems()
                    .getFirst())
                .cause())
        .isEqualTo("more than 400,000 values");
  }

  @Test
  void what_is_skipped_does_not_count() {
    String managedFields =
        "\"managedFields\":[{\"fieldsV1\":{\"x\":[" + "{},".repeat(MEGABYTE * 3 / 10) + "{}]}}]";

    PodCliqueSet set =
        event(
            set("a", "{'replicas':3}")
                .replace("\"managedFields\":[{\"manager\":\"m\"}]", managedFields));

    assertThat(Unreadable.of(set)).isEmpty();
    assertThat(set.getSpec().replicas()).isEqualTo(3);
  }

  @Test
  void each_object_of_a_list_has_its_own_bounds() {
    String some = podSpec("{\"x\":[" + "{},".repeat(100_000) + "{}]}");

    KubernetesResourceList<PodCliqueSet> list =
        list(
            PodCliqueSet.class,
            IntStream.range(0, 4)
                .mapToObj(_ -> some)
                .collect(Collectors.joining(",", "{\"items\":[", "]}")));

    assertThat(list.getItems()).hasSize(4).allMatch(set -> Unreadable.of(set).isEmpty());
  }

  @Test
  void the_largest_gang_is_read() {
    String references =
        IntStream.range(0, 31_000)
            .mapToObj("{\"namespace\":\"ns\",\"name\":\"set-0-decode-%d\"}"::formatted)
            .collect(Collectors.joining(","));
    String gang =
        """
        {"apiVersion":"scheduler.grove.io/v1alpha1","kind":"PodGang",
         "metadata":{"name":"g","uid":"u"},
         "spec":{"podgroups":[{"name":"a","minReplicas":1,"podReferences":[%s]}]}}\
        """
            .formatted(references);

    PodGang read = serialization.unmarshal(gang, PodGang.class);

    assertThat(Unreadable.of(read)).isEmpty();
    assertThat(read.getSpec().podgroups().getFirst().podReferences()).hasSize(31_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 9_000})
  void an_object_that_is_too_deep_is_not_read(int levels) {
    assertThat(
            mark(event(podSpec("{\"x\":" + "[".repeat(levels) + "]".repeat(levels) + "}"))).cause())
        .isEqualTo("nested deeper than 256 levels");
  }

  @Test
  void a_name_may_be_as_long_as_an_object() {
    assertThat(Unreadable.of(event(podSpec("{\"" + "n".repeat(MEGABYTE) + "\":1}")))).isEmpty();
    assertThat(
            mark(event(podSpec("{\"volumes\":[{\"" + "n".repeat(MEGABYTE) + "\":1},7]}"))).path())
        .endsWith(".volumes[1]");
  }

  @Test
  void a_path_is_cut() {
    String name = "n".repeat(MEGABYTE);

    assertThat(mark(event(podSpec("{\"nodeSelector\":{\"" + name + "\":{}}}"))).path())
        .hasSize(256)
        .startsWith("spec.template.cliques[0].spec.podSpec.nodeSelector[nnn");
  }

  @Test
  void names_of_one_hash_are_read() {
    // Two texts of one hash each, so that as many as one likes have the same.
    String names =
        IntStream.range(0, 1 << 14)
            .mapToObj(i ->
                IntStream.range(0, 14)
                    .mapToObj(bit -> (i >> bit & 1) == 0 ? "Aa" : "BB")
                    .collect(Collectors.joining("", "\"", "\":1")))
            .collect(Collectors.joining(","));

    assertThat(Unreadable.of(event(podSpec("{" + names + "}")))).isEmpty();
    assertThat(mark(event(podSpec("{\"hostNetwork\":7.5," + names + "}"))).path())
        .endsWith(".hostNetwork");
  }

  @Test
  void a_number_of_a_million_digits_is_not_computed() {
    assertThat(mark(event(podSpec("{\"x\":" + "7".repeat(MEGABYTE) + "}"))).cause())
        .isEqualTo("a value that is too long");
  }
}
