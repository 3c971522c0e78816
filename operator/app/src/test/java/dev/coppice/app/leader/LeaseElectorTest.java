package dev.coppice.app.leader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.app.configuration.OperatorConfiguration;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient(crud = true)
class LeaseElectorTest {

  private static final String NAMESPACE = "grove-system";
  private static final String NAME = "coppice";
  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");
  private static final Duration WRONG = Duration.ofMinutes(5);
  private static final Duration LEASE = Duration.ofSeconds(15);

  private final ScheduledExecutorService never = Executors.newScheduledThreadPool(0);
  private KubernetesClient client;

  /** What no clock of a machine changes. */
  private Duration passed = Duration.ZERO;

  @AfterEach
  void stop() {
    never.shutdownNow();
  }

  @Test
  void a_standby_whose_clock_is_ahead_leaves_the_lease_to_whoever_renews_it() {
    Candidate leader = new Candidate("a");
    Candidate standby = new Candidate("b");
    standby.clock = NOON.plus(WRONG);
    leader.looks();

    for (int renewal = 0; renewal < 20; renewal++) {
      standby.looks();
      passed = passed.plusSeconds(2);
      leader.looks();
    }

    assertThat(standby.heard).containsExactly("held by a");
    assertThat(holder()).isEqualTo("a");
  }

  @Test
  void a_lease_whose_holder_has_a_clock_that_is_behind_is_not_taken_at_first_sight() {
    Candidate leader = new Candidate("a");
    leader.clock = NOON.minus(WRONG);
    leader.looks();

    Candidate standby = new Candidate("b");
    standby.looks();

    assertThat(standby.heard).containsExactly("held by a");
  }

  @Test
  void a_lease_is_taken_when_it_has_not_changed_for_its_duration_since_it_was_first_read() {
    Candidate leader = new Candidate("a");
    leader.looks();
    passed = passed.plusSeconds(7);
    Candidate standby = new Candidate("b");
    standby.looks();

    passed = passed.plus(LEASE);
    standby.looks();
    assertThat(standby.heard).containsExactly("held by a");

    passed = passed.plusNanos(1);
    standby.looks();
    assertThat(standby.heard).containsExactly("held by a", "held since PT22.000000001S");
    assertThat(lease().getSpec().getLeaseTransitions()).isOne();
  }

  @Test
  void a_candidate_looks_as_soon_as_the_lease_is_free() {
    new Candidate("a").looks();
    Candidate standby = new Candidate("b");
    standby.looks();

    passed = passed.plusSeconds(14);

    assertThat(standby.elector.pause()).isEqualTo(Duration.ofMillis(1_001));
  }

  @Test
  void a_leader_whose_clock_jumps_keeps_the_lease() {
    Candidate leader = new Candidate("a");
    leader.looks();
    leader.clock = NOON.plus(WRONG);
    leader.looks();
    leader.clock = NOON.minus(WRONG);
    passed = passed.plusSeconds(2);
    leader.looks();

    assertThat(leader.heard)
        .containsExactly("held since PT0S", "held since PT0S", "held since PT2S");
    assertThat(lease().getSpec().getLeaseTransitions()).isZero();
    assertThat(lease().getSpec().getAcquireTime().toInstant()).isEqualTo(NOON);
    assertThat(lease().getSpec().getRenewTime().toInstant())
        .isEqualTo(NOON.minus(WRONG).plusSeconds(2));
  }

  @Test
  void a_lease_that_was_released_is_taken_at_once() {
    Candidate leader = new Candidate("a");
    leader.looks();
    Candidate standby = new Candidate("b");
    standby.looks();

    assertThat(leader.elector.release()).isTrue();
    standby.looks();

    assertThat(standby.heard).containsExactly("held by a", "held since PT0S");
  }

  @Test
  void a_leader_that_finds_another_holder_has_lost_and_takes_nothing_back() {
    Candidate leader = new Candidate("a");
    leader.looks();
    client
        .leases()
        .inNamespace(NAMESPACE)
        .withName(NAME)
        .edit(lease -> {
          lease.getSpec().setHolderIdentity("b");
          return lease;
        });

    leader.looks();

    assertThat(leader.heard).containsExactly("held since PT0S", "lost");
    assertThat(leader.elector.release()).isFalse();
    assertThat(holder()).isEqualTo("b");
  }

  @Test
  void a_leader_whose_lease_was_deleted_makes_it_again() {
    Candidate leader = new Candidate("a");
    leader.looks();
    client.leases().inNamespace(NAMESPACE).withName(NAME).delete();

    leader.looks();

    assertThat(leader.heard).containsExactly("held since PT0S", "held since PT0S");
    assertThat(holder()).isEqualTo("a");
  }

  private String holder() {
    return lease().getSpec().getHolderIdentity();
  }

  private Lease lease() {
    return client.leases().inNamespace(NAMESPACE).withName(NAME).get();
  }

  /** A replica with a clock of its own. */
  private final class Candidate implements LeaseElector.Hearer {
    private final List<String> heard = new ArrayList<>();
    private final LeaseElector elector;
    private Instant clock = NOON;

    private Candidate(String identity) {
      InstantSource own = () -> clock.plus(passed);
      elector =
          new LeaseElector(
              client,
              new LeaseLock(NAMESPACE, NAME, identity),
              new OperatorConfiguration.LeaderElection(
                  true,
                  LEASE,
                  Duration.ofSeconds(10),
                  Duration.ofSeconds(2),
                  "leases",
                  NAME,
                  NAMESPACE),
              own.withZone(ZoneOffset.UTC),
              () -> passed.toNanos(),
              never,
              this);
    }

    private void looks() {
      elector.attempt();
    }

    @Override
    public void held(long asked) {
      heard.add("held since " + Duration.ofNanos(asked));
    }

    @Override
    public void heldBy(String other) {
      heard.add("held by " + other);
    }

    @Override
    public void lost() {
      heard.add("lost");
    }
  }
}
