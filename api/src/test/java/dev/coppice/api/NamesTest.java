package dev.coppice.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NamesTest {

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("names")
  void are_those_that_existing_tools_expect(String what, String actual, String expected) {
    assertThat(actual).as(what).isEqualTo(expected);
  }

  static Stream<Arguments> names() {
    return Stream.of(
        Arguments.of(
            "standalone clique", Names.standalonePodClique("chat", 1, "router"), "chat-1-router"),
        Arguments.of(
            "scaling group", Names.podCliqueScalingGroup("chat", 1, "decode"), "chat-1-decode"),
        Arguments.of(
            "clique of a group",
            Names.groupPodClique("chat", 1, "decode", 2, "leader"),
            "chat-1-decode-2-leader"),
        Arguments.of(
            "replica of a group", Names.groupReplica("chat", 1, "decode", 2), "chat-1-decode-2"),
        Arguments.of("base gang", Names.basePodGang("chat", 1), "chat-1"),
        Arguments.of(
            "first scaled gang", Names.scaledPodGang("chat", 1, "decode", 3, 3), "chat-1-decode-0"),
        Arguments.of(
            "later scaled gang", Names.scaledPodGang("chat", 1, "decode", 5, 3), "chat-1-decode-2"),
        Arguments.of("pod", Names.pod("chat-1-router", 4, "bcd42"), "chat-1-router-4-bcd42"),
        Arguments.of("host", Names.hostname("chat-1-router", 4), "chat-1-router-4"),
        Arguments.of("service", Names.headlessService("chat", 1), "chat-1"),
        Arguments.of(
            "domain",
            Names.headlessServiceDomain("chat", 1, "team-a", "k8s.example.com"),
            "chat-1.team-a.svc.k8s.example.com"),
        Arguments.of(
            "claim of all",
            Names.sharedResourceClaim("chat-1-decode", "nvlink"),
            "chat-1-decode-all-nvlink"),
        Arguments.of(
            "claim of one",
            Names.replicaResourceClaim("chat-1-decode", 2, "nvlink"),
            "chat-1-decode-2-nvlink"),
        Arguments.of("compute domain", Names.computeDomain("chat", 1, "rack"), "chat-1-rack"));
  }
}
