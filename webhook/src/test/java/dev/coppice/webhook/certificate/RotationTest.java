package dev.coppice.webhook.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.tls.CertificateAuthority;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A year of an authority, a quarter of a year of what is presented, and all that can go wrong. */
class RotationTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Lifetimes LIFETIMES = Lifetimes.DEFAULTS;
  private static final ServerNames NAMES =
      ServerNames.ofService("webhook", "coppice", "cluster.local");
  private static final Instant LONG_AGO = Instant.EPOCH;

  /** Both renewals come after two thirds of a validity that begins five minutes early. */
  private static final Instant SERVING_RENEWAL = renewal(Duration.ofDays(90));

  private static final Instant AUTHORITY_RENEWAL = renewal(Duration.ofDays(365));

  private final Rotation rotation = new Rotation(LIFETIMES, NAMES);

  private static Instant renewal(Duration validity) {
    Duration whole = validity.plusMinutes(5);
    return START.minus(Duration.ofMinutes(5)).plus(whole.multipliedBy(2).dividedBy(3));
  }

  private static Issuer issuerAt(Instant now) {
    return new Issuer(Clock.fixed(now, ZoneOffset.UTC), LIFETIMES, NAMES);
  }

  private static CertificateSet fresh() {
    return issuerAt(START).renewAuthority(CertificateSet.NONE);
  }

  private static CertificateSet renewedAuthority() {
    return issuerAt(AUTHORITY_RENEWAL).renewAuthority(renewedServing(AUTHORITY_RENEWAL));
  }

  private static CertificateSet renewedServing(Instant now) {
    return issuerAt(now).renewServing(fresh());
  }

  static Stream<Arguments> situations() {
    Instant day = START.plus(Duration.ofDays(1));
    Instant late = AUTHORITY_RENEWAL;
    CertificateSet renewed = renewedAuthority();
    CertificateSet switched = issuerAt(late).renewServing(renewed);
    return Stream.of(
        row("nothing at all", CertificateSet.NONE, null, START, new Step.RenewAuthority("")),
        row(
            "the authority's key is with somebody else",
            without(fresh()),
            LONG_AGO,
            day,
            new Step.Wait(SERVING_RENEWAL)),
        row(
            "what is presented is due and the authority's key is with somebody else",
            without(fresh()),
            LONG_AGO,
            SERVING_RENEWAL,
            new Step.RenewAuthority("")),
        row(
            "the authority is over",
            fresh(),
            LONG_AGO,
            START.plus(LIFETIMES.authority()),
            new Step.RenewAuthority("")),
        row(
            "what is presented is lost",
            new CertificateSet(fresh().trusted(), fresh().authority(), null),
            LONG_AGO,
            day,
            new Step.RenewServing("")),
        row(
            "what is presented is over",
            fresh(),
            LONG_AGO,
            START.plus(LIFETIMES.serving()),
            new Step.RenewServing("")),
        row("not published", fresh(), null, day, new Step.Publish()),
        row("published", fresh(), day, day, new Step.Wait(SERVING_RENEWAL)),
        row(
            "what is presented is due",
            fresh(),
            LONG_AGO,
            SERVING_RENEWAL,
            new Step.RenewServing("")),
        row(
            "what is presented is due and the bundle was emptied",
            fresh(),
            null,
            SERVING_RENEWAL,
            new Step.Publish()),
        row(
            "the authority is due",
            renewedServing(late),
            LONG_AGO,
            late,
            new Step.RenewAuthority("")),
        row("a new authority is not published", renewed, null, late, new Step.Publish()),
        row(
            "a new authority is published this instant",
            renewed,
            late,
            late,
            new Step.Wait(late.plus(LIFETIMES.settling()))),
        row(
            "a new authority is known everywhere",
            renewed,
            late,
            late.plus(LIFETIMES.settling()),
            new Step.RenewServing("")),
        row(
            "the old authority may still be needed",
            switched,
            late,
            late.plusSeconds(60),
            new Step.Wait(late.minus(Duration.ofMinutes(5)).plus(LIFETIMES.overlap()))),
        row(
            "the old authority is not needed any more",
            switched,
            late,
            late.plus(LIFETIMES.overlap()),
            new Step.ForgetOldAuthorities()));
  }

  private static CertificateSet without(CertificateSet set) {
    return new CertificateSet(set.trusted(), null, set.serving());
  }

  private static Arguments row(
      String name, CertificateSet set, Instant publishedSince, Instant now, Step expected) {
    return Arguments.of(name, set, publishedSince, now, expected);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("situations")
  void decides_what_is_next(
      String name, CertificateSet set, Instant publishedSince, Instant now, Step expected) {
    Step step = rotation.next(situation(set, set, publishedSince, now));

    assertThat(withoutReason(step)).isEqualTo(expected);
  }

  private static Situation situation(
      CertificateSet stored, CertificateSet set, Instant publishedSince, Instant now) {
    return new Situation(
        new Soundness(stored, Optional.empty(), Optional.empty()),
        set,
        new Knowledge(set, set.bundle(), publishedSince),
        now);
  }

  private static Step withoutReason(Step step) {
    return switch (step) {
      case Step.RenewAuthority _ -> new Step.RenewAuthority("");
      case Step.RenewServing _ -> new Step.RenewServing("");
      default -> step;
    };
  }

  @Test
  void a_certificate_for_other_names_is_renewed_once_callers_know_whom_to_trust() {
    Rotation other = new Rotation(LIFETIMES, NAMES.and("127.0.0.1"));

    CertificateSet set = fresh();

    Step step = other.next(situation(set, set, START, START.plus(LIFETIMES.settling())));

    assertThat(step).isEqualTo(new Step.RenewServing("the server has other names"));
  }

  @Test
  void what_is_presented_is_trusted_at_every_step_of_a_renewal() {
    CertificateSet before = renewedServing(AUTHORITY_RENEWAL);
    CertificateSet renewed = issuerAt(AUTHORITY_RENEWAL).renewAuthority(before);
    CertificateSet switched = issuerAt(AUTHORITY_RENEWAL).renewServing(renewed);
    Instant end = AUTHORITY_RENEWAL.plus(LIFETIMES.overlap());
    CertificateSet forgotten =
        rotation.forget(situation(switched, switched, AUTHORITY_RENEWAL, end));

    assertThat(renewed.serving()).isEqualTo(before.serving());
    assertThat(renewed.trusted()).hasSize(2).endsWith(before.trusted().getFirst());
    assertThat(switched.isServingFromNewest()).isTrue();
    assertThat(switched.trusted()).isEqualTo(renewed.trusted());
    assertThat(forgotten.trusted()).containsExactly(switched.trusted().getFirst());
  }

  @Test
  void a_deleted_secret_gets_another_authority_while_the_old_certificate_is_presented() {
    CertificateSet held = fresh();
    CertificateSet set = CertificateSet.NONE.completedBy(held);
    Instant day = START.plus(Duration.ofDays(1));

    Step step = rotation.next(situation(CertificateSet.NONE, set, LONG_AGO, day));
    CertificateSet made = issuerAt(day).renewAuthority(set);

    assertThat(withoutReason(step)).isEqualTo(new Step.RenewAuthority(""));
    assertThat(made.serving()).isEqualTo(held.serving());
    assertThat(made.trusted()).hasSize(2).contains(held.trusted().getFirst());
    assertThat(made.authority()).isNotEqualTo(held.authority());
  }

  @Test
  void a_secret_that_lost_only_the_certificate_gets_it_back() {
    CertificateSet held = fresh();
    CertificateSet stored = new CertificateSet(held.trusted(), held.authority(), null);

    Step step =
        rotation.next(situation(stored, stored.completedBy(held), LONG_AGO, START.plusSeconds(1)));

    assertThat(step).isEqualTo(new Step.Restore());
  }

  @Test
  void the_bundle_does_not_grow_with_every_renewal() {
    UnaryOperator<CertificateSet> renew = issuerAt(START)::renewAuthority;
    CertificateSet first = fresh();

    CertificateSet tenth = Stream.iterate(first, renew).limit(10).toList().getLast();

    assertThat(tenth.trusted())
        .as("the newest, two before it, and the one that signed what is presented")
        .hasSize(4)
        .contains(first.trusted().getFirst());
    assertThat(tenth.signed(first.trusted().getFirst())).isTrue();
  }

  @Test
  void what_is_over_leaves_the_bundle_with_the_next_renewal() {
    Instant after = START.plus(LIFETIMES.authority());

    CertificateSet renewed = issuerAt(after).renewAuthority(fresh());

    assertThat(renewed.trusted()).hasSize(1);
    assertThat(renewed.isServingFromNewest()).isTrue();
  }

  @Test
  void an_authority_of_the_same_name_has_not_signed_it() {
    CertificateAuthority other =
        CertificateAuthority.create(
            "coppice-webhook-ca", Clock.fixed(START, ZoneOffset.UTC), LIFETIMES.authority());

    assertThat(fresh().signed(other.certificate())).isFalse();
    assertThat(List.of(fresh().trusted().getFirst())).noneMatch(other.certificate()::equals);
  }
}
