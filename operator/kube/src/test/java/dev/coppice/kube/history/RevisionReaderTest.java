package dev.coppice.kube.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RevisionReaderTest {

  private static final String ITEM =
      "{\"metadata\":{\"resourceVersion\":\"1\",\"labels\":{\"resourceVersion\":\"2\"}}}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"1412\"},\"items\":["
            + ITEM
            + "]}",
        "{\"items\":["
            + ITEM
            + ","
            + ITEM
            + "],\"metadata\":{\"continue\":\"\","
            + "\"resourceVersion\":\"1412\"}}",
        "{\"metadata\":{\"labels\":{\"resourceVersion\":\"2\"},\"managedFields\":[{\"a\":{}}],"
            + "\"resourceVersion\":\"1412\"},\"spec\":{\"metadata\":{\"resourceVersion\":\"3\"}}}",
      })
  void finds_it_wherever_it_stands_and_however_it_arrives(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    for (int size : new int[] {1, 7, bytes.length}) {
      assertThat(inPieces(bytes, size)).as("pieces of %d", size).hasValue(1412);
    }
    assertThat(RevisionReader.of(body)).hasValue(1412);
  }

  private static OptionalLong inPieces(byte[] bytes, int size) {
    RevisionReader reader = new RevisionReader();
    OptionalLong found = OptionalLong.empty();
    for (int from = 0; from < bytes.length; from += size) {
      OptionalLong now =
          reader.read(ByteBuffer.wrap(bytes, from, Math.min(size, bytes.length - from)));
      assertThat(now.isPresent() && found.isPresent()).as("found twice").isFalse();
      found = now.isPresent() ? now : found;
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "[]",
        "{\"metadata\":{}}",
        "{\"metadata\":{\"resourceVersion\":\"\"}}",
        "{\"metadata\":{\"resourceVersion\":7}}",
        "{\"metadata\":[\"resourceVersion\",\"7\"]}",
        "{\"resourceVersion\":\"7\"}",
        "{\"items\":[" + ITEM + "]}",
        "{\"metadata\":nonsense,\"resourceVersion\":\"7\"}",
        "upstream timed out",
      })
  void finds_none_where_there_is_none(String body) {
    assertThat(RevisionReader.of(body)).isEmpty();
  }
}
