package dev.coppice.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RoomTest {

  /** A connection is its source and a number: {@code a1} is the first from {@code a}. */
  private final Room<String> room = new Room<>(4, RoomTest::source, this::now);

  private long nanos;

  /** Each look at the clock takes a moment. */
  private long now() {
    return nanos++;
  }

  private static Source source(String connection) {
    return new Source(Inet4Address.class, connection.charAt(0));
  }

  private void enter(String... connections) {
    for (String connection : connections) {
      assertThat(room.enter(connection)).isEmpty();
    }
  }

  @Test
  void who_has_waited_longest_makes_room() {
    enter("a1", "b1", "c1", "d1");

    assertThat(room.enter("e1")).contains("a1");
    assertThat(room.enter("f1")).contains("b1");
    assertThat(room.size()).isEqualTo(4);
  }

  @Test
  void the_source_that_has_many_waiting_makes_room_before_one_that_has_waited_longer() {
    enter("a1", "b1", "b2", "b3");
    nanos += 1_000;

    assertThat(room.enter("c1")).contains("b1");
    assertThat(room.enter("d1")).contains("b2");
    assertThat(room.enter("e1")).contains("a1");
  }

  @Test
  void one_that_was_just_used_stays_even_if_its_source_has_many() {
    enter("a1", "b1", "a2", "a3");
    nanos += 1_000;
    List.of("a1", "a2", "a3").forEach(room::waits);

    assertThat(room.enter("c1")).contains("b1");
  }

  @Test
  void a_crowd_from_one_source_leaves_a_silent_one_of_another_for_long() {
    Room<String> large = new Room<>(400, RoomTest::source, this::now);
    large.enter("a1");

    for (int i = 0; i < 100_000; i++) {
      large.enter("b" + i).ifPresent(leaving -> assertThat(leaving).startsWith("b"));
    }

    assertThat(large.leave("a1")).isTrue();
  }

  @Test
  void a_request_that_has_begun_makes_the_wait_a_new_one() {
    enter("a1", "b1", "c1", "d1");
    room.waits("a1");

    assertThat(room.enter("e1")).contains("b1");
  }

  @Test
  void what_is_being_answered_stays_while_somebody_waits() {
    enter("a1", "a2", "a3", "b1");
    List.of("a1", "a2", "a3").forEach(room::isAnswered);

    assertThat(room.enter("a4")).contains("b1");
    assertThat(room.enter("a5")).contains("a4");
    room.waits("a2");
    assertThat(room.enter("a6")).contains("a5");
    assertThat(room.enter("a7")).contains("a2");
  }

  @Test
  void where_nobody_waits_the_largest_source_makes_room_for_a_smaller_one() {
    enter("a1", "a2", "a3", "b1");
    List.of("b1", "a2", "a1", "a3").forEach(room::isAnswered);

    assertThat(room.enter("c1")).contains("a2");
    room.isAnswered("c1");
    assertThat(room.enter("d1")).contains("a1");
  }

  @Test
  void where_nobody_waits_a_source_makes_no_room_for_its_own_or_for_an_equal() {
    enter("a1", "a2", "b1", "b2");
    List.of("a1", "a2", "b1", "b2").forEach(room::isAnswered);

    assertThat(room.enter("a3")).contains("a3");
    assertThat(room.enter("b3")).contains("b3");
    assertThat(room.size()).isEqualTo(4);
  }

  @Test
  void who_has_left_is_not_moved_back_in() {
    enter("a1", "b1");

    assertThat(room.leave("a1")).isTrue();
    room.waits("a1");
    room.isAnswered("a1");

    assertThat(room.leave("a1")).isFalse();
    assertThat(room.size()).isEqualTo(1);
  }

  @Property
  void there_are_never_more_than_may_be_and_a_newcomer_gets_in_while_anybody_waits(
      @ForAll @Size(max = 60) List<@IntRange(max = 399) Integer> steps) {
    Room<String> small = new Room<>(5, RoomTest::source, this::now);
    Set<String> connected = new HashSet<>();
    Set<String> waiting = new HashSet<>();
    int numbers = 0;
    for (int step : steps) {
      List<String> known = new ArrayList<>(connected);
      String one = known.isEmpty() ? "a0" : known.get(step % known.size());
      switch (step % 4) {
        case 0 -> {
          small.isAnswered(one);
          waiting.remove(one);
        }
        case 1 -> {
          small.waits(one);
          if (connected.contains(one)) {
            waiting.add(one);
          }
        }
        case 2 -> {
          assertThat(small.leave(one)).isEqualTo(connected.remove(one));
          waiting.remove(one);
        }
        default -> {
          String newcomer = (char) ('a' + step / 100) + "" + numbers++;
          Optional<String> leaving = small.enter(newcomer);
          assertThat(leaving.isPresent()).isEqualTo(connected.size() == 5);
          if (!waiting.isEmpty()) {
            leaving.ifPresent(left -> assertThat(waiting).contains(left));
          }
          connected.add(newcomer);
          waiting.add(newcomer);
          leaving.ifPresent(left -> {
            connected.remove(left);
            waiting.remove(left);
          });
        }
      }
      assertThat(small.size()).isEqualTo(connected.size()).isLessThanOrEqualTo(5);
    }
  }

  @Test
  void an_address_of_IPv4_and_a_network_of_IPv6_are_one_source_each() throws UnknownHostException {
    assertThat(of("10.0.0.1")).isNotEqualTo(of("10.0.0.2")).isEqualTo(of("::ffff:10.0.0.1"));
    assertThat(of("fd00::1")).isEqualTo(of("fd00::2:1")).isNotEqualTo(of("fd00:0:0:1::1"));
    assertThat(of("0.0.0.0")).isNotEqualTo(of("::"));
  }

  private static Source of(String address) throws UnknownHostException {
    return Source.of(InetAddress.getByName(address));
  }
}
