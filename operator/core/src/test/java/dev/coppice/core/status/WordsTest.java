package dev.coppice.core.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {

  private static final String FACE = "\ud83d\ude00";

  @ParameterizedTest
  @CsvSource({
    "abcd, 4, abcd",
    "abcde, 4, abc…",
    "größe, 4, grö…",
    "\ud83d\ude00\ud83d\ude00, 2, \ud83d\ude00\ud83d\ude00",
    "\ud83d\ude00\ud83d\ude00\ud83d\ude00, 2, \ud83d\ude00…",
    "\ud83d\ude00b\ud83d\ude00d\ud83d\ude00f, 4, \ud83d\ude00b\ud83d\ude00…",
    "'', 4, ''"
  })
  void count_characters_as_kubernetes_does(String message, int longest, String shortened) {
    assertThat(Words.shortened(message, longest)).isEqualTo(shortened);
  }

  @Test
  void quote_in_a_sentence_what_others_have_written() {
    assertThat(Words.sentence("%s has %d of \"%s\"", "web", 3, FACE.repeat(257)))
        .isEqualTo("web has 3 of \"" + FACE.repeat(255) + "…\"");
    assertThat(Words.sentence("%s", (Object) null)).isEqualTo("null");
  }

  @Test
  void list_names_as_far_as_they_fit() {
    assertThat(Words.list(List.of("a", "b"))).isEqualTo("a, b");
    assertThat(Words.list(List.of())).isEmpty();
    assertThat(Words.list(List.of("", ""))).isEqualTo(", ");
    assertThat(Words.list(Collections.nCopies(1 << 30, "name"))).hasSize(256).endsWith("…");
    assertThat(Words.list(Collections.nCopies(1 << 30, FACE.repeat(1 << 20)))).endsWith(FACE + "…");
  }
}
