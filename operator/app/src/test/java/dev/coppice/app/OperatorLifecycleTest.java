package dev.coppice.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.app.health.Health;
import dev.coppice.app.health.HealthCheck;
import dev.coppice.app.leader.LeaderElection;
import dev.coppice.app.startup.ClusterPreflight;
import dev.coppice.app.startup.ClusterState;
import dev.coppice.core.time.BackOff;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient(crud = true)
class OperatorLifecycleTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<String> history = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
  private final LogLines lines = new LogLines(OperatorLifecycle.class);
  private final LogLines preflightLines = new LogLines(ClusterPreflight.class);
  private final AtomicInteger looks = new AtomicInteger();
  private volatile ClusterState cluster = new ClusterState.Ready();
  private KubernetesClient client;
  private OperatorLifecycle lifecycle;

  @AfterEach
  void stop() {
    lifecycle.stop();
    scheduler.shutdownNow();
    lines.close();
    preflightLines.close();
  }

  @Test
  void the_only_replica_starts_as_soon_as_the_cluster_is_ready() {
    lifecycle = lifecycle(Optional.empty(), new Recorded());

    lifecycle.start();

    await().atMost(PATIENCE).until(() -> complaints().isEmpty());
    assertThat(history).containsExactly("start");
  }

  @Test
  void controllers_do_not_start_before_the_cluster_is_ready() {
    cluster = new ClusterState.MissingDefinitions(List.of("podcliques.grove.io"));
    lifecycle = lifecycle(Optional.empty(), new Recorded());
    lifecycle.start();
    await().atMost(PATIENCE).until(() -> complaints().toString().contains("missing"));
    List<String> before = List.copyOf(history);

    cluster = new ClusterState.Ready();

    await().atMost(PATIENCE).until(() -> complaints().isEmpty());
    assertThat(before).isEmpty();
    assertThat(history).containsExactly("start");
  }

  @Test
  void a_standby_is_ready_and_starts_nothing_until_it_leads() {
    LeaderElection other = election("other");
    other.start();
    other.won().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    lifecycle = lifecycle(Optional.of(election("me")), new Recorded());
    lifecycle.start();
    await().atMost(PATIENCE).until(() -> complaints().isEmpty());
    List<String> asStandby = List.copyOf(history);

    other.close();

    await().atMost(PATIENCE).until(() -> history.contains("start"));
    assertThat(asStandby).isEmpty();
  }

  @Test
  void a_stop_ends_controllers_before_it_gives_the_lease_away() {
    ProcessPart controllers =
        new Recorded() {
          @Override
          public void stop() {
            super.stop();
            history.add("holder " + holder());
          }
        };
    lifecycle = lifecycle(Optional.of(election("me")), controllers);
    lifecycle.start();
    await().atMost(PATIENCE).until(() -> history.contains("start") && complaints().isEmpty());

    lifecycle.stop();

    assertThat(history).containsExactly("start", "stop", "holder me");
    assertThat(holder()).isEmpty();
    assertThat(lifecycle.ended()).isNotDone();
    assertThat(complaints()).containsExactly("controllers: stopping");
  }

  @Test
  void a_stop_does_not_wait_longer_than_its_limit() {
    CountDownLatch forever = new CountDownLatch(1);
    ProcessPart stuck =
        new Recorded() {
          @Override
          public void stop() {
            super.stop();
            try {
              forever.await();
            } catch (InterruptedException e) {
              history.add("cut off");
            }
          }
        };
    lifecycle = lifecycle(Optional.empty(), stuck);
    lifecycle.start();
    await().atMost(PATIENCE).until(() -> complaints().isEmpty());

    lifecycle.stop();

    await().atMost(PATIENCE).until(() -> history.contains("cut off"));
    assertThat(lines.all())
        .contains("WARN Controllers did not stop in time; what they do is cut off");
  }

  @Test
  void a_stop_before_the_lease_is_held_starts_nothing_and_ends_well() {
    cluster = new ClusterState.Unreachable("connection refused");
    lifecycle = lifecycle(Optional.of(election("me")), new Recorded());
    lifecycle.start();

    lifecycle.stop();

    assertThat(history).isEmpty();
    assertThat(lifecycle.ended()).isNotDone();
  }

  @Test
  void a_lost_lease_ends_the_process_and_fails_liveness() {
    lifecycle = lifecycle(Optional.of(election("me")), new Recorded());
    lifecycle.start();
    await().atMost(PATIENCE).until(() -> history.contains("start"));

    client
        .leases()
        .inNamespace("default")
        .withName("coppice")
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"holderIdentity\":\"other\"}}");

    assertThat(lifecycle.ended().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join())
        .isEqualTo(ExitCode.OPERATION);
    assertThat(lifecycle.liveness().map(HealthCheck::ask))
        .hasOnlyElementsOfType(Health.Failing.class);
  }

  @Test
  void definitions_that_are_deleted_end_the_process_in_order_with_one_clear_line() {
    lifecycle = lifecycle(Optional.of(election("me")), new Recorded());
    lifecycle.start();
    await().atMost(PATIENCE).until(() -> history.contains("start") && complaints().isEmpty());

    cluster = new ClusterState.MissingDefinitions(List.of("podgangs.scheduler.grove.io"));
    lifecycle.doubt();
    lifecycle.doubt();

    assertThat(lifecycle.ended().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join())
        .isEqualTo(ExitCode.OPERATION);
    assertThat(history).containsExactly("start", "stop");
    assertThat(holder()).isEmpty();
    assertThat(lines.all())
        .filteredOn(line -> line.startsWith("ERROR"))
        .containsExactly(
            "ERROR CustomResourceDefinitions were deleted; the process ends, and waits for them"
                + " when it is started again definitions=[podgangs.scheduler.grove.io]");
  }

  @Test
  void what_was_not_found_for_a_moment_ends_nothing() {
    lifecycle = lifecycle(Optional.empty(), new Recorded());
    lifecycle.start();
    await().atMost(PATIENCE).until(() -> history.contains("start") && complaints().isEmpty());
    int before = looks.get();

    // The second look comes after what the first one found has been judged.
    await()
        .atMost(PATIENCE)
        .until(() -> {
          lifecycle.doubt();
          return looks.get() >= before + 2;
        });

    assertThat(lifecycle.ended()).isNotDone();
    assertThat(complaints()).isEmpty();
  }

  @Test
  void controllers_that_cannot_start_end_the_process_with_one_clear_line() {
    ProcessPart broken =
        new Recorded() {
          @Override
          public void start() {
            throw new IllegalStateException("caches did not fill");
          }
        };
    lifecycle = lifecycle(Optional.empty(), broken);

    lifecycle.start();

    assertThat(lifecycle.ended().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join())
        .isEqualTo(ExitCode.OPERATION);
    assertThat(lines.all())
        .containsExactly("ERROR Controllers cannot be started failure=caches did not fill");
  }

  private OperatorLifecycle lifecycle(Optional<LeaderElection> election, ProcessPart controllers) {
    ClusterPreflight preflight =
        new ClusterPreflight(
            () -> {
              looks.incrementAndGet();
              return cluster;
            },
            new BackOff(Duration.ofMillis(5), Duration.ofMillis(5)),
            scheduler);
    return new OperatorLifecycle(preflight, election, controllers, Duration.ofMillis(200));
  }

  private LeaderElection election(String identity) {
    return new LeaderElection(
        client,
        new OperatorConfiguration.LeaderElection(
            true,
            Duration.ofSeconds(15),
            Duration.ofSeconds(1),
            Duration.ofMillis(100),
            "leases",
            "coppice",
            "default"),
        "default",
        identity,
        Clock.systemUTC());
  }

  private String holder() {
    return client
        .leases()
        .inNamespace("default")
        .withName("coppice")
        .get()
        .getSpec()
        .getHolderIdentity();
  }

  private List<String> complaints() {
    return lifecycle
        .readiness()
        .<String>mapMulti((check, accept) -> {
          if (check.ask() instanceof Health.Failing(String reason)) {
            accept.accept(check.name() + ": " + reason);
          }
        })
        .toList();
  }

  private class Recorded implements ProcessPart {
    @Override
    public void start() {
      history.add("start");
    }

    @Override
    public void stop() {
      history.add("stop");
    }

    @Override
    public Stream<HealthCheck> readiness() {
      return Stream.of();
    }
  }
}
