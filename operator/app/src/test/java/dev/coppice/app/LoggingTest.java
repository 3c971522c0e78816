package dev.coppice.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.ContextInitializer;
import ch.qos.logback.core.joran.spi.JoranException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.coppice.app.configuration.OperatorConfiguration.LogFormat;
import dev.coppice.app.configuration.OperatorConfiguration.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LoggingTest {

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream standardError = System.err;

  @BeforeEach
  void listen() {
    System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void restore() throws JoranException {
    System.setErr(standardError);
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    new ContextInitializer(context).autoConfig();
  }

  @Test
  void a_json_line_has_the_keys_of_its_event_as_members() throws JsonProcessingException {
    Logging.configure(LogLevel.INFO, LogFormat.JSON);

    logger("dev.coppice.test")
        .atInfo()
        .addKeyValue("namespace", "team \"a\"")
        .addKeyValue("count", 3)
        .log("created {} pods", 3);

    JsonNode line = new ObjectMapper().readTree(text());
    assertThat(line.path("message").asText()).isEqualTo("created 3 pods");
    assertThat(line.path("namespace").asText()).isEqualTo("team \"a\"");
    assertThat(line.path("count").asText()).isEqualTo("3");
    assertThat(line.path("level").asText()).isEqualTo("INFO");
    assertThat(line.path("loggerName").asText()).isEqualTo("dev.coppice.test");
    assertThat(line.path("timestamp").isNumber()).isTrue();
  }

  @Test
  void a_text_line_ends_with_the_keys_of_its_event() {
    Logging.configure(LogLevel.INFO, LogFormat.TEXT);

    logger("dev.coppice.test").atWarn().addKeyValue("name", "a").log("refused");
    logger("dev.coppice.test").atInfo().log("done");

    assertThat(text().lines())
        .satisfiesExactly(
            first -> assertThat(first).endsWith("WARN  test - refused name=\"a\""),
            second -> assertThat(second).endsWith("INFO  test - done"));
  }

  @ParameterizedTest
  @CsvSource({
    "DEBUG, dev.coppice.kube, DEBUG",
    "DEBUG, io.fabric8, WARN",
    "INFO, dev.coppice.kube, INFO",
    "INFO, org.example, INFO",
    "INFO, io.javaoperatorsdk.operator.Operator, WARN",
    "INFO, io.fabric8.kubernetes.client.informers.impl.cache.Reflector, ERROR",
    "INFO, io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils, ERROR",
    "ERROR, dev.coppice.kube, ERROR",
    "ERROR, io.fabric8, ERROR",
  })
  void libraries_are_kept_quieter_than_our_own_code(
      LogLevel configured, String logger, String least) {
    Logging.configure(configured, LogFormat.TEXT);

    ch.qos.logback.classic.Logger subject = (ch.qos.logback.classic.Logger) logger(logger);

    assertThat(subject.getEffectiveLevel().toString()).isEqualTo(least);
  }

  private static Logger logger(String name) {
    return LoggerFactory.getLogger(name);
  }

  private String text() {
    return written.toString(StandardCharsets.UTF_8);
  }
}
