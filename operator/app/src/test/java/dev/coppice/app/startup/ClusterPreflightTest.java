package dev.coppice.app.startup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.app.LogLines;
import dev.coppice.app.health.Health;
import dev.coppice.core.time.BackOff;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterPreflightTest {

  private static final ClusterState MISSING =
      new ClusterState.MissingDefinitions(List.of("podcliques.grove.io"));

  private final Queue<ClusterState> cluster = new ArrayDeque<>();
  private final LogLines lines = new LogLines(ClusterPreflight.class);
  private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
  private final ClusterPreflight preflight =
      new ClusterPreflight(
          cluster::remove, new BackOff(Duration.ofMillis(1), Duration.ofMillis(4)), scheduler);

  @AfterEach
  void stop() {
    scheduler.shutdownNow();
    lines.close();
  }

  @Test
  void goes_on_looking_until_the_cause_is_gone() throws Exception {
    cluster.addAll(
        List.of(
            new ClusterState.Unreachable("connection refused"),
            new ClusterState.Refused("forbidden"),
            MISSING,
            new ClusterState.Ready()));

    preflight.whenReady().get(60, TimeUnit.SECONDS);

    assertThat(cluster).isEmpty();
    assertThat(preflight.check().ask()).isEqualTo(Health.ok());
  }

  @Test
  void each_change_is_told_once_and_silence_is_left_to_the_connection() throws Exception {
    cluster.addAll(
        List.of(
            new ClusterState.Unreachable("connection refused"),
            new ClusterState.Unreachable("connection refused"),
            MISSING,
            MISSING,
            MISSING,
            new ClusterState.Refused("forbidden"),
            new ClusterState.Ready()));

    preflight.whenReady().get(60, TimeUnit.SECONDS);

    assertThat(lines.all())
        .containsExactly(
            "WARN CustomResourceDefinitions are missing; install them with: coppice crds --apply"
                + " definitions=[podcliques.grove.io]",
            "WARN The API server refuses to answer failure=forbidden",
            "INFO The cluster offers all that is needed");
  }

  @Test
  void a_second_wait_looks_again() throws Exception {
    cluster.addAll(List.of(new ClusterState.Ready(), MISSING, new ClusterState.Ready()));
    preflight.whenReady().get(60, TimeUnit.SECONDS);

    preflight.whenReady().get(60, TimeUnit.SECONDS);

    assertThat(cluster).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "missing, 'missing CustomResourceDefinitions podcliques.grove.io; install them with: coppice crds --apply'",
    "silent, 'no answer from the API server: connection refused'",
    "refused, 'the API server refuses to answer: forbidden'",
  })
  void readiness_says_what_is_in_the_way(String state, String reason) throws Exception {
    CompletableFuture<Health> whileWaiting = new CompletableFuture<>();
    ClusterState obstacle =
        switch (state) {
          case "missing" -> MISSING;
          case "silent" -> new ClusterState.Unreachable("connection refused");
          default -> new ClusterState.Refused("forbidden");
        };
    cluster.add(obstacle);
    ClusterPreflight[] self = new ClusterPreflight[1];
    self[0] =
        new ClusterPreflight(
            () -> {
              if (cluster.isEmpty()) {
                whileWaiting.complete(self[0].check().ask());
                return new ClusterState.Ready();
              }
              return cluster.remove();
            },
            new BackOff(Duration.ofMillis(1), Duration.ofMillis(1)),
            scheduler);

    self[0].whenReady().get(60, TimeUnit.SECONDS);

    assertThat(whileWaiting).isCompletedWithValue(Health.failing(reason));
  }

  @Test
  void is_not_ready_before_the_first_look() {
    assertThat(preflight.check().ask()).isEqualTo(Health.failing("not looked at yet"));
  }

  @Test
  void stops_looking_when_the_process_stops() throws Exception {
    cluster.add(MISSING);
    CompletableFuture<Void> ready = preflight.whenReady();

    scheduler.shutdown();

    assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    assertThat(ready).isNotDone();
  }
}
