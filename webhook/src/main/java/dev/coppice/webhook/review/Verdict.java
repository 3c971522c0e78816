package dev.coppice.webhook.review;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Status;
import java.util.List;
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
    public Allowed {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * It may not.
   *
   * @param status what the user is told
   */
  record Denied(Status status, List<String> warnings) implements Verdict {
    public Denied {
      warnings = List.copyOf(warnings);
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

  /** Yes, once these operations are made. */
  static Verdict patch(JsonNode operations) {
    return new Allowed(List.of(), operations);
  }

  /** No. */
  static Verdict deny(Status status) {
    return new Denied(status, List.of());
  }
}
