package dev.coppice.kube.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class HeapWatchTest {

  // Whatever is in use is more.
  private static final double NOTHING = 1e-9;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(HeapWatch.class);

  @BeforeEach
  void listen() {
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(log);
    threads.close();
  }

  @Test
  void says_what_is_large_when_a_collection_leaves_too_much() {
    try (HeapWatch _ = HeapWatch.start(NOTHING, () -> "kinds: pod (3 MiB)", threads)) {
      Awaitility.await()
          .untilAsserted(() -> {
            System.gc();
            assertThat(log.list).isNotEmpty();
          });
    }

    assertThat(log.list.getFirst())
        .returns(Level.WARN, ILoggingEvent::getLevel)
        .extracting(ILoggingEvent::getFormattedMessage)
        .asString()
        .matches(
            "\\d+ MiB of \\d+ MiB of the old generation are in use after a collection\\."
                + " The largest kinds: pod \\(3 MiB\\)\\. .*tenants\\.md");
  }

  @Test
  void says_nothing_while_there_is_room() {
    try (HeapWatch _ = HeapWatch.start(1, () -> "anything", threads)) {
      System.gc();
    }

    threads.close();
    assertThat(log.list).isEmpty();
  }
}
