package dev.coppice.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.coppice.webhook.server.QuestionRoom.Share;
import dev.coppice.webhook.server.QuestionRoom.TooManyException;
import dev.coppice.webhook.server.QuestionRoom.UnaffordableException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuestionRoomTest {

  private final QuestionRoom room = new QuestionRoom(300, 400);

  private static void take(Share share, int entries) throws IOException {
    for (int i = 0; i < entries; i++) {
      share.take();
    }
  }

  @Test
  void one_question_takes_no_more_than_one_may() throws IOException {
    try (Share share = room.share()) {
      take(share, 300);

      assertThatExceptionOfType(TooManyException.class).isThrownBy(share::take);
    }
  }

  @Test
  void all_together_take_no_more_than_there_is_and_give_it_back() throws IOException {
    try (Share second = room.share()) {
      try (Share first = room.share();
          Share small = room.share()) {
        take(first, 300);
        take(second, 2 * 64);
        take(small, 64);

        assertThatExceptionOfType(UnaffordableException.class).isThrownBy(() -> take(second, 65));
      }

      take(second, 65);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // heap in MiB, nodes and victims of one question, of all
    "   64,  26214,  26214",
    "  256, 100000, 104857",
    " 1024, 100000, 419430",
    "65536, 100000, 800000",
  })
  void how_much_there_is_follows_from_the_heap(long mebibytes, int ofOne, int ofAll) {
    ExtenderLimits limits = ExtenderLimits.within(mebibytes << 20);

    assertThat(limits.entries()).isEqualTo(ofOne);
    assertThat(limits.entriesOfAll()).isEqualTo(ofAll);
    assertThat(limits.bodyBytes()).isEqualTo(64L << 20);
  }
}
