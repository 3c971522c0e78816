package dev.coppice.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import dev.coppice.app.configuration.OperatorConfiguration.LogFormat;
import dev.coppice.app.configuration.OperatorConfiguration.LogLevel;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is logged, and how. Everything goes to standard error, so that output meant for pipes stays
 * clean.
 */
final class Logging {

  private static final String TEXT_PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0} - %msg%replace( %kvp){'^ $', ''}%n";

  /**
   * Loggers of libraries that print a stack trace for each failed attempt, where we say once that
   * something is wrong and once that it is not any more.
   */
  private static final Map<String, Level> TALKATIVE =
      Map.of(
          "io.fabric8", Level.WARN,
          "io.fabric8.kubernetes.client.dsl.internal.AbstractWatchManager", Level.ERROR,
          "io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils", Level.ERROR,
          "io.fabric8.kubernetes.client.extended.leaderelection", Level.OFF,
          "io.fabric8.kubernetes.client.informers.impl.cache.Reflector", Level.ERROR,
          "io.fabric8.kubernetes.client.jdkhttp.JdkWebSocketImpl", Level.ERROR,
          "Default ConfigurationService implementation", Level.WARN,
          "io.javaoperatorsdk", Level.WARN);

  private Logging() {}

  /** Replaces whatever was set before. */
  static void configure(LogLevel level, LogFormat format) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setContext(context);
    console.setTarget("System.err");
    console.setEncoder(encoder(context, format));
    console.start();

    ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.addAppender(console);
    root.setLevel(level == LogLevel.ERROR ? Level.ERROR : Level.INFO);
    context.getLogger("dev.coppice").setLevel(Level.valueOf(level.name()));
    TALKATIVE.forEach(
        (name, least) -> context.getLogger(name).setLevel(stricter(least, root.getLevel())));
  }

  private static Level stricter(Level one, Level other) {
    return one.isGreaterOrEqual(other) ? one : other;
  }

  private static Encoder<ILoggingEvent> encoder(LoggerContext context, LogFormat format) {
    return switch (format) {
      case JSON -> {
        FlatJsonEncoder encoder = new FlatJsonEncoder();
        encoder.setContext(context);
        encoder.start();
        yield encoder;
      }
      case TEXT -> {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(TEXT_PATTERN);
        encoder.start();
        yield encoder;
      }
    };
  }
}
