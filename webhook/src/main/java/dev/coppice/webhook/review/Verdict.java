package dev.coppice.webhook.review;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.core.admission.field.Findings;
import io.fabric8.kubernetes.api.model.Status;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The answer to a review. */
public sealed interface Verdict {

  /** Lines that the user is shown, whatever the answer. */
  List<String> warnings();

  /**
   * The object may be stored.
   *
   * @param patch operations of a JSON patch to be made on it first; null for none
   */
  record Allowed(List<String> warnings, @Nullable JsonNode patch) implements Verdict {
    /** Keeps as many warnings as are passed on. */
    public Allowed {
      warnings = List.copyOf(AnswerSize.fitting(warnings, 0));
    }
  }

  /**
   * It may not.
   *
   * @param status what the user is told
   */
  record Denied(Status status, List<String> warnings) implements Verdict {
    /** Keeps as many warnings as are passed on. */
    public Denied {
      warnings = List.copyOf(AnswerSize.fitting(warnings, 0));
    }
  }

  /** Yes, without a word. */
  static Verdict allow() {
    return new Allowed(List.of(), null);
  }

  /** Yes, with warnings. */
  static Verdict allow(List<String> warnings) {
    return new Allowed(warnings, null);
  }

  /**
   * What rules have found.
   *
   * @param refusal what the user is told if something is wrong
   */
  static Verdict of(Findings findings, Supplier<Status> refusal) {
    List<String> warnings = AnswerSize.fitting(findings.warnings(), findings.moreWarnings());
    return findings.isAllowed() ? new Allowed(warnings, null) : new Denied(refusal.get(), warnings);
  }

  /** Yes, once these operations are made. */
  static Verdict patch(JsonNode operations) {
    return new Allowed(List.of(), operations);
  }

  /** No. */
  static Verdict deny(Status status) {
    return new Denied(status, List.of());
  }
}
