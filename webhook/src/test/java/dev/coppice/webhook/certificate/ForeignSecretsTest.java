package dev.coppice.webhook.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.Pem;
import dev.coppice.tls.Trust;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Somebody writes the Secret while replicas present what they have. */
class ForeignSecretsTest {

  private static final String NAME = "webhook.coppice.svc";
  private static final ServerNames NAMES =
      ServerNames.ofService("webhook", "coppice", "cluster.local");
  private static final Lifetimes LIFETIMES = Lifetimes.DEFAULTS;
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final List<Map<String, String>> SECRETS = secrets();

  private static List<Map<String, String>> secrets() {
    CertifiedKey rsa = Foreign.authority("RSA").selfSigned();
    CertifiedKey elliptic = Foreign.authority("P-384").selfSigned();
    CertifiedKey between = Foreign.authority("P-256").signedBy(elliptic);
    CertifiedKey below = Foreign.server(NAME, "P-256").signedBy(between);
    Map<String, String> sound = Foreign.secret(rsa, Foreign.server(NAME, "RSA").signedBy(rsa));
    Map<String, String> chain = Foreign.secret(elliptic, below);
    chain.put("tls.crt", Foreign.chain(below, between));
    return List.of(
        Map.of(),
        sound,
        chain,
        without(sound, "ca.key"),
        without(chain, "ca.key"),
        without(sound, "tls.key"),
        without(sound, "ca.crt"),
        but(sound, "ca.key", chain),
        but(sound, "tls.key", chain),
        but(sound, "tls.crt", chain),
        but(sound, "ca.crt", chain),
        Foreign.secret(rsa, Foreign.server("other.coppice.svc", "P-256").signedBy(rsa)),
        Foreign.secret(
            Foreign.authority("Ed448").selfSigned(),
            Foreign.server(NAME, "P-256").signedBy(elliptic)),
        Map.of("ca.crt", "*", "ca.key", "*", "tls.crt", "*", "tls.key", "*"));
  }

  private static Map<String, String> without(Map<String, String> data, String key) {
    Map<String, String> fewer = new HashMap<>(data);
    fewer.remove(key);
    return fewer;
  }

  private static Map<String, String> but(
      Map<String, String> data, String key, Map<String, String> other) {
    Map<String, String> mixed = new HashMap<>(data);
    mixed.put(key, other.get(key));
    return mixed;
  }

  /** What a replica knows, of which state, and when it looks again although nothing changes. */
  private record Replica(Knowledge known, int seen, Instant wake) {}

  /** The Secret, one registration, and replicas that look at them each in its own seconds. */
  private static final class Cluster {

    private final Rotation rotation = new Rotation(LIFETIMES, NAMES);
    private final SteppedClock clock = new SteppedClock();
    private final Issuer issuer = new Issuer(clock, LIFETIMES, NAMES);
    private final List<Replica> replicas = new ArrayList<>();
    private final Map<String, Instant> oldBundles = new HashMap<>();
    private Map<String, String> secret = Map.of();
    private String bundle = "";
    private int version;

    Cluster(int size) {
      Stream.generate(() -> new Replica(Knowledge.NONE, -1, Instant.MIN))
          .limit(size)
          .forEach(replicas::add);
      pass(Duration.ofMinutes(1), 1);
    }

    void put(Map<String, String> data) {
      secret = data;
      version++;
    }

    void pass(Duration time, int period) {
      for (int second = 0; second < time.toSeconds(); second++) {
        clock.advance(TICK);
        for (int i = 0; i < replicas.size(); i++) {
          if (second % (period + i) == 0) {
            act(i);
          }
        }
      }
    }

    private void act(int replica) {
      Replica before = replicas.get(replica);
      Instant now = clock.instant();
      if (before.seen() == version && now.isBefore(before.wake())) {
        return;
      }
      Situation situation =
          Situation.of(before.known(), judged(), bundle::equals, LIFETIMES.settling(), now);
      Step step = rotation.next(situation);
      Instant wake = step instanceof Step.Wait(Instant until) ? until : Instant.MIN;
      replicas.set(replica, new Replica(situation.known(), version, wake));
      switch (step) {
        case Step.RenewAuthority _ -> write(issuer.renewAuthority(situation.set()));
        case Step.RenewServing _ -> write(issuer.renewServing(situation.set()));
        case Step.Restore() -> write(situation.set());
        case Step.ForgetOldAuthorities() -> write(rotation.forget(situation));
        case Step.Publish() -> publish(situation.set().bundle());
        case Step.Wait _ -> {}
      }
      assertAnswers();
    }

    private void write(CertificateSet set) {
      put(SecretLayout.write(set));
    }

    private void publish(String another) {
      // Before the first nobody calls.
      if (!bundle.isEmpty()) {
        oldBundles.put(bundle, clock.instant());
      }
      bundle = another;
      version++;
    }

    /** By every API server, of which some have learned late whom to trust. */
    private void assertAnswers() {
      Instant now = clock.instant();
      oldBundles.values().removeIf(end -> !now.isBefore(end.plus(LIFETIMES.settling())));
      if (bundle.isEmpty()) {
        return;
      }
      for (Replica replica : replicas) {
        ServingIdentity presented = replica.known().held().serving();
        if (presented != null) {
          Stream.concat(Stream.of(bundle), oldBundles.keySet().stream())
              .forEach(trusted ->
                  assertThat(new Trust(Pem.certificates(trusted)).path(presented.chain(), now))
                      .isPresent());
        }
      }
    }

    Soundness judged() {
      return new Judgement(NAMES, clock.instant()).of(SecretLayout.read(secret));
    }
  }

  @Property(tries = 60)
  void no_review_fails_and_everything_comes_to_rest(
      @ForAll @IntRange(min = 1, max = 3) int replicas,
      @ForAll @IntRange(min = 1, max = 3) int period,
      @ForAll @Size(min = 1, max = 3) List<@IntRange(max = 13) Integer> written) {
    Cluster cluster = new Cluster(replicas);

    for (int which : written) {
      cluster.put(SECRETS.get(which));
      cluster.pass(Duration.ofMinutes(2), period);
    }

    int before = cluster.version;
    cluster.pass(Duration.ofHours(1), period);
    assertThat(cluster.version).as("writes at rest").isEqualTo(before);
    Soundness judged = cluster.judged();
    assertThat(judged.findings()).isEmpty();
    assertThat(cluster.replicas)
        .allSatisfy(replica ->
            assertThat(replica.known().held().serving()).isEqualTo(judged.set().serving()));
  }
}
