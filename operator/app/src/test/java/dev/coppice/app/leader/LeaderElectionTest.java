package dev.coppice.app.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.app.LogLines;
import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.app.health.Health;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient(crud = true)
class LeaderElectionTest {

  private static final String NAMESPACE = "grove-system";
  private static final String NAME = "coppice";

  private final List<LeaderElection> candidates = new ArrayList<>();
  private final LogLines lockLines = new LogLines(ObservedLock.class);
  private KubernetesClient client;

  @BeforeAll
  static void allowForLoadedMachines() {
    Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
  }

  @AfterEach
  void stop() {
    candidates.forEach(LeaderElection::close);
    lockLines.close();
  }

  @Test
  void the_only_candidate_wins_and_stands_in_the_lease() throws Exception {
    LeaderElection only = candidate("a");

    only.start();

    only.won().get(60, TimeUnit.SECONDS);
    assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("a");
    assertThat(lease().getSpec().getLeaseDurationSeconds()).isEqualTo(15);
    assertThat(only.readiness().ask()).isEqualTo(Health.ok());
    assertThat(only.liveness().ask()).isEqualTo(Health.ok());
  }

  @Test
  void a_standby_is_ready_as_soon_as_its_calls_are_answered() throws Exception {
    LeaderElection leader = candidate("a");
    leader.start();
    leader.won().get(60, TimeUnit.SECONDS);
    LeaderElection standby = candidate("b");
    Health before = standby.readiness().ask();

    standby.start();

    await().until(() -> standby.readiness().ask().equals(Health.ok()));
    assertThat(before).isEqualTo(Health.failing("the Lease has not been read yet"));
    assertThat(standby.won()).isNotDone();
    assertThat(standby.liveness().ask()).isEqualTo(Health.ok());
  }

  @Test
  void a_leader_that_stops_hands_the_lease_over_at_once() throws Exception {
    LeaderElection leader = candidate("a");
    leader.start();
    leader.won().get(60, TimeUnit.SECONDS);
    LeaderElection standby = candidate("b");
    standby.start();

    leader.close();

    // Well below the lease duration of 15 s, which is what an unreleased lease would take.
    standby.won().get(12, TimeUnit.SECONDS);
    assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("b");
    assertThat(leader.lost()).isNotDone();
  }

  @Test
  void a_standby_that_stops_leaves_the_lease_alone() throws Exception {
    LeaderElection leader = candidate("a");
    leader.start();
    leader.won().get(60, TimeUnit.SECONDS);
    LeaderElection standby = candidate("b");
    standby.start();
    await().until(() -> standby.readiness().ask().equals(Health.ok()));

    standby.close();

    assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("a");
    assertThat(leader.lost()).isNotDone();
  }

  @Test
  void a_leader_whose_lease_was_taken_has_lost_and_is_no_longer_live() throws Exception {
    LeaderElection leader = candidate("a");
    leader.start();
    leader.won().get(60, TimeUnit.SECONDS);

    client
        .leases()
        .inNamespace(NAMESPACE)
        .withName(NAME)
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"holderIdentity\":\"b\"}}");

    assertThat(leader.lost().get(60, TimeUnit.SECONDS))
        .isEqualTo("the lease was taken by another replica");
    assertThat(leader.liveness().ask())
        .isEqualTo(Health.failing("the lease was taken by another replica"));
  }

  @Test
  void a_leader_that_cannot_renew_gives_up_at_the_deadline() throws Exception {
    KubernetesClient breakable =
        new KubernetesClientBuilder().withConfig(impatient(client.getConfiguration())).build();
    LeaderElection leader = candidate(breakable, "a", Duration.ofSeconds(1));
    leader.start();
    leader.won().get(60, TimeUnit.SECONDS);

    breakable.close();

    assertThat(leader.lost().get(60, TimeUnit.SECONDS))
        .startsWith("the lease could not be renewed");
  }

  @Test
  void a_candidate_without_an_answer_says_why_and_stays_live() {
    Config nobodyListens =
        new ConfigBuilder(impatient(client.getConfiguration()))
            .withMasterUrl("http://127.0.0.1:1")
            .build();
    try (KubernetesClient unanswered =
        new KubernetesClientBuilder().withConfig(nobodyListens).build()) {
      LeaderElection candidate = candidate(unanswered, "a", Duration.ofSeconds(10));

      candidate.start();

      await().until(() -> candidate.readiness().ask().equals(Health.failing("connection refused")));
      assertThat(candidate.liveness().ask()).isEqualTo(Health.ok());
    }
  }

  @Test
  void a_lease_that_somebody_spoilt_does_not_end_the_candidacy() throws Exception {
    client
        .resource(
            new LeaseBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(NAME)
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity("nobody")
                .endSpec()
                .build())
        .create();
    LeaderElection candidate = candidate("a");
    candidate.start();
    Health spoilt = Health.failing("the Lease lacks fields; delete it, and it will be made anew");
    await().until(() -> candidate.readiness().ask().equals(spoilt));

    client.leases().inNamespace(NAMESPACE).withName(NAME).delete();

    candidate.won().get(60, TimeUnit.SECONDS);
    assertThat(lockLines.all())
        .containsExactly(
            "WARN The Lease cannot be used; trying again until it can"
                + " lease=grove-system/coppice"
                + " failure=the Lease lacks fields; delete it, and it will be made anew");
  }

  private LeaderElection candidate(String identity) {
    return candidate(client, identity, Duration.ofSeconds(10));
  }

  private LeaderElection candidate(KubernetesClient with, String identity, Duration renewDeadline) {
    LeaderElection candidate =
        new LeaderElection(
            with,
            new OperatorConfiguration.LeaderElection(
                true,
                Duration.ofSeconds(15),
                renewDeadline,
                Duration.ofMillis(100),
                "leases",
                NAME,
                NAMESPACE),
            NAMESPACE,
            identity,
            Clock.systemUTC());
    candidates.add(candidate);
    return candidate;
  }

  private static Config impatient(Config config) {
    return new ConfigBuilder(config)
        .withRequestRetryBackoffLimit(0)
        .withRequestTimeout(500)
        .build();
  }

  private Lease lease() {
    return client.leases().inNamespace(NAMESPACE).withName(NAME).get();
  }
}
