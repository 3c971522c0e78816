package dev.coppice.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/** What a class says while a test runs, as {@code LEVEL message key=value}. */
public final class LogLines implements AutoCloseable {

  private final Logger logger;
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  public LogLines(Class<?> speaker) {
    logger = (Logger) LoggerFactory.getLogger(speaker);
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    lines.start();
    logger.addAppender(lines);
  }

  public List<String> all() {
    return List.copyOf(lines.list).stream().map(LogLines::line).toList();
  }

  private static String line(ILoggingEvent event) {
    Stream<String> pairs =
        event.getKeyValuePairs() == null
            ? Stream.of()
            : event.getKeyValuePairs().stream().map(pair -> pair.key + "=" + pair.value);
    return Stream.concat(Stream.of(event.getLevel().toString(), event.getFormattedMessage()), pairs)
        .collect(Collectors.joining(" "));
  }

  @Override
  public void close() {
    logger.detachAppender(lines);
    logger.setAdditive(true);
    logger.setLevel(null);
  }
}
