package dev.coppice.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ChangesTest {

  private static final Pod BEFORE =
      new PodBuilder()
          .withNewMetadata()
          .withName("a")
          .withUid("uid-a")
          .withGeneration(1L)
          .withResourceVersion("7")
          .addToLabels("colour", "red")
          .endMetadata()
          .build();

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void tells_requests_from_reports(
      String what, boolean request, boolean identity, UnaryOperator<PodBuilder> change) {
    Pod now = change.apply(new PodBuilder(BEFORE)).build();

    assertThat(Changes.ofRequest(now, BEFORE)).isEqualTo(request);
    assertThat(Changes.ofIdentity(now, BEFORE)).isEqualTo(identity);
  }

  static Stream<Arguments> tells_requests_from_reports() {
    return Stream.of(
        change(
            "version", false, false, p -> p.editMetadata().withResourceVersion("8").endMetadata()),
        change("status", false, false, p -> p.withNewStatus().withPhase("Running").endStatus()),
        change("generation", true, false, p -> p.editMetadata().withGeneration(2L).endMetadata()),
        change(
            "annotation",
            true,
            false,
            p -> p.editMetadata().addToAnnotations("a", "b").endMetadata()),
        change("label", true, true, p -> p.editMetadata().addToLabels("a", "b").endMetadata()),
        change(
            "owner",
            true,
            true,
            p -> p.editMetadata().addNewOwnerReference().endOwnerReference().endMetadata()),
        change("another object", true, true, p -> p.editMetadata().withUid("b").endMetadata()),
        change(
            "deletion",
            true,
            true,
            p -> p.editMetadata().withDeletionTimestamp("2026-01-01T00:00:00Z").endMetadata()));
  }

  private static Arguments change(
      String what, boolean request, boolean identity, UnaryOperator<PodBuilder> change) {
    return Arguments.of(what, request, identity, change);
  }
}
