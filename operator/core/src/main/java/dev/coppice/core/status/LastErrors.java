package dev.coppice.core.status;

import dev.coppice.api.status.LastError;
import dev.coppice.core.reconcile.Failures;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * {@code status.lastErrors}: set by the failures of a reconcile, cleared by a reconcile without
 * any. An owner repeats some of what its children failed at.
 */
public final class LastErrors {

  private static final int OF_CHILDREN = 5;

  // What the owner put in front of a child's error: no error of an object itself begins like that.
  private static final Pattern REPEATED =
      Pattern.compile("^PodClique(ScalingGroup)? [a-z0-9.-]+: ");

  private LastErrors() {}

  /** What a child failed at. */
  public record OfChild(HasMetadata child, LastError error) {

    /** All that one child failed at itself. */
    public static Stream<OfChild> of(HasMetadata child, List<LastError> errors) {
      return errors.stream()
          .filter(error -> !REPEATED.matcher(error.description()).lookingAt())
          .map(error -> new OfChild(child, error));
    }

    private boolean isLike(LastError other) {
      return other.code().equals(error.code()) && other.description().equals(error.description());
    }

    private LastError repeated() {
      return new LastError(
          error.code(),
          "%s %s: %s"
              .formatted(child.getKind(), child.getMetadata().getName(), error.description()),
          error.observedAt());
    }
  }

  /**
   * The errors of this reconcile; one that stood there before in the same words keeps the time it
   * was first seen.
   */
  public static List<LastError> of(List<LastError> before, Failures failures, Instant now) {
    return failures.reasons().stream()
        .map(failure ->
            new LastError(
                failure.code(),
                failure.description(),
                before.stream()
                    .filter(error ->
                        error.code().equals(failure.code())
                            && error.description().equals(failure.description()))
                    .map(LastError::observedAt)
                    .findFirst()
                    .orElse(now.truncatedTo(ChronoUnit.SECONDS))))
        .toList();
  }

  /**
   * The same with what children failed at: of each kind of failure the first child by name, and no
   * more than a reader takes in.
   */
  public static List<LastError> of(
      List<LastError> before, Failures failures, Stream<OfChild> children, Instant now) {
    List<LastError> own = of(before, failures, now);
    Map<String, OfChild> distinct = new LinkedHashMap<>();
    children
        .filter(one -> own.stream().noneMatch(one::isLike))
        .sorted(Comparator.comparing(one -> one.child().getMetadata().getName()))
        .forEach(one -> distinct.putIfAbsent(one.error().code() + one.error().description(), one));
    return Stream.concat(
            own.stream(), distinct.values().stream().limit(OF_CHILDREN).map(OfChild::repeated))
        .toList();
  }
}
