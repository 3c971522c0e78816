package dev.coppice.webhook.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DenialsTest {

  @Test
  void what_breaks_rules_is_refused_as_the_API_server_would() {
    Findings.Collector found = new Findings.Collector();
    found.invalid(FieldPath.of("spec", "replicas"), -1, "must be greater than or equal to 0");
    found.required(FieldPath.of("spec", "template"), "");

    Status status = Denials.invalid("grove.io", "PodCliqueSet", "x", found.findings());

    assertThat(status.getCode()).isEqualTo(422);
    assertThat(status.getReason()).isEqualTo("Invalid");
    assertThat(status.getStatus()).isEqualTo("Failure");
    assertThat(status.getMessage())
        .isEqualTo(
            "PodCliqueSet.grove.io \"x\" is invalid: [spec.replicas: Invalid value: -1: must be"
                + " greater than or equal to 0, spec.template: Required value]");
    assertThat(status.getDetails().getKind()).isEqualTo("PodCliqueSet");
    assertThat(status.getDetails().getGroup()).isEqualTo("grove.io");
    assertThat(status.getDetails().getName()).isEqualTo("x");
    assertThat(status.getDetails().getCauses())
        .extracting(StatusCause::getField, StatusCause::getReason, StatusCause::getMessage)
        .containsExactly(
            tuple(
                "spec.replicas",
                "FieldValueInvalid",
                "Invalid value: -1: must be greater than or equal to 0"),
            tuple("spec.template", "FieldValueRequired", "Required value"));
  }

  @Test
  void a_refusal_does_not_grow_with_what_it_refuses() {
    Findings.Collector found = new Findings.Collector();
    IntStream.range(0, 10_000)
        .forEach(index -> found.required(FieldPath.of("spec").index(index), ""));

    Status status = Denials.invalid("grove.io", "PodCliqueSet", "x", found.findings());

    assertThat(status.getDetails().getCauses()).hasSize(100);
    assertThat(status.getMessage()).endsWith("and 9900 more]").hasSizeLessThan(10_000);
  }

  @Test
  void whoever_may_come_again_is_told_when() {
    assertThat(Denials.tooManyRequests().getDetails().getRetryAfterSeconds()).isEqualTo(1);
    assertThat(Denials.unavailable("no answer").getDetails().getRetryAfterSeconds()).isEqualTo(1);
  }
}
