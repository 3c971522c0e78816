package dev.coppice.api.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.clique.PodFailure;
import dev.coppice.api.clique.PodFailureBuilder;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a status says before it is written and after it was read back is the same. */
class EmptyTextsTest {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().registerModule(new JavaTimeModule());

  @Test
  void are_as_absent_before_they_are_written_as_when_they_are_read_back() throws Exception {
    PodCliqueStatus status =
        PodCliqueStatusBuilder.builder()
            .currentPodTemplateHash("")
            .nodePool("")
            .podFailures(
                List.of(
                    PodFailureBuilder.builder(new PodFailure(0, 1, Instant.EPOCH, ""))
                        .message("")
                        .build()))
            .build();

    PodCliqueStatus readBack =
        MAPPER.readValue(MAPPER.writeValueAsString(status), PodCliqueStatus.class);

    assertThat(readBack).isEqualTo(status);
    assertThat(status.nodePool()).isNull();
    assertThat(status.podFailures()).first().returns("", PodFailure::podUid);
  }
}
