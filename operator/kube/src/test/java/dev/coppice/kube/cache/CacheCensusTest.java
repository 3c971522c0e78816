package dev.coppice.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.kube.cache.CacheCensus.Held;
import dev.coppice.kube.cache.CacheCensus.Share;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CacheCensusTest {

  private static final long KIBIBYTE = 1L << 10;

  @Test
  void adds_up_kinds_and_namespaces() {
    CacheCensus census =
        census(held("pod", "a", "x", 3), held("pod", "b", "y", 4), held("node", "", "n", 5));

    assertThat(census.kinds()).isEqualTo(Map.of("pod", 7L, "node", 5L));
    assertThat(census.namespaces()).containsExactly(new Share("b", 4), new Share("a", 3));
  }

  @Test
  void counts_a_shared_podspec_once_and_for_every_object_that_has_it() {
    PodSpec shared = new PodSpec();
    PodSpec equal = new PodSpec();

    CacheCensus census =
        census(
            new Held("podclique", "a", "x", 1, List.of(shared)),
            new Held("podclique", "a", "y", 2, List.of(shared, equal)));

    assertThat(census.kinds()).isEqualTo(Map.of("podclique", 3L, CacheCensus.POD_SPEC, 200L));
    assertThat(census.namespaces()).containsExactly(new Share("a", 203));
    assertThat(census.objects())
        .containsExactly(new Share("podclique a/y", 202), new Share("podclique a/x", 101));
  }

  @Test
  void names_the_five_largest() {
    CacheCensus census =
        CacheCensus.of(
            IntStream.range(0, 100).mapToObj(i -> held("pod", "ns-" + i, "p", i)), _ -> 0);

    assertThat(census.objects()).extracting(Share::bytes).containsExactly(99L, 98L, 97L, 96L, 95L);
    assertThat(census.namespaces())
        .extracting(Share::name)
        .containsExactly("ns-99", "ns-98", "ns-97", "ns-96", "ns-95");
  }

  @Test
  void says_it_in_one_line() {
    assertThat(
            census(
                    held("podcliqueset", "team-a", "big", 3 * KIBIBYTE * KIBIBYTE),
                    held("node", "", "n", 2 * KIBIBYTE))
                .text())
        .isEqualTo(
            "kinds: podcliqueset (3 MiB), node (2 KiB); namespaces: team-a (3 MiB);"
                + " objects: podcliqueset team-a/big (3 MiB), node n (2 KiB)");
    assertThat(census().text()).isEqualTo("kinds: none; namespaces: none; objects: none");
  }

  private static Held held(String kind, String namespace, String name, long bytes) {
    return new Held(kind, namespace, name, bytes, List.of());
  }

  private static CacheCensus census(Held... all) {
    return CacheCensus.of(Stream.of(all), _ -> 100);
  }
}
