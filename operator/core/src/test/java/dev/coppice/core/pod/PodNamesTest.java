package dev.coppice.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PodNamesTest {

  private static final String UID = "5c1f6f0e-9b0a-4a53-8a0e-2f6d7a0f2b11";

  @Test
  void consists_of_clique_index_and_five_characters_of_the_alphabet() {
    assertThat(PodNames.firstGeneration("llm-0-prefill", UID, 12))
        .matches("llm-0-prefill-12-[bcdfghjklmnpqrstvwxz2456789]{5}");
  }

  @Test
  void is_the_same_for_everybody_who_sees_the_same() {
    assertThat(PodNames.of("a", UID, 3, "pod-uid")).isEqualTo(PodNames.of("a", UID, 3, "pod-uid"));
    assertThat(PodNames.of("a", UID, 3, null)).isEqualTo(PodNames.firstGeneration("a", UID, 3));
  }

  @Test
  void differs_with_each_thing_it_is_made_from() {
    assertThat(
            Stream.of(
                    PodNames.of("a", UID, 3, "pod-uid"),
                    PodNames.of("a", "another", 3, "pod-uid"),
                    PodNames.of("a", UID, 4, "pod-uid"),
                    PodNames.of("a", UID, 3, "another"),
                    PodNames.of("a", UID, 3, null))
                .map(name -> name.substring(name.length() - 5)))
        .doesNotHaveDuplicates();
  }

  @Test
  void stays_as_it_is_from_release_to_release() {
    assertThat(PodNames.firstGeneration("llm-0-prefill", UID, 0))
        .isEqualTo("llm-0-prefill-0-qpmbc");
  }
}
