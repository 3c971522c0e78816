package dev.coppice.app;

import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/**
 * Logback's JSON lines, with the keys of an event as members of the line itself: log stores query
 * {@code .namespace}, but hardly the list of one-member objects that Logback makes of them.
 */
final class FlatJsonEncoder extends JsonEncoder {

  FlatJsonEncoder() {
    setWithSequenceNumber(false);
    setWithNanoseconds(false);
    setWithContext(false);
    setWithMarkers(false);
    setWithMDC(false);
    setWithArguments(false);
    setWithMessage(false);
  }

  /** Logback's own {@code message} is the pattern, with its gaps still open. */
  @Override
  protected void appendKeyValuePairs(StringBuilder line, ILoggingEvent event) {
    line.append(',');
    appenderMember(line, MESSAGE_ATTR_NAME, escaped(event.getFormattedMessage()));
    List<KeyValuePair> pairs = event.getKeyValuePairs();
    if (pairs != null) {
      for (KeyValuePair pair : pairs) {
        line.append(',');
        appenderMember(line, pair.key, escaped(pair.value));
      }
    }
  }

  private static String escaped(@Nullable Object value) {
    return new String(JsonStringEncoder.getInstance().quoteAsString(String.valueOf(value)));
  }
}
