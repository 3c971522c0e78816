package dev.coppice.core.reconcile;

import java.util.List;
import java.util.stream.Collectors;

/** What the API server said of an object that it was asked to create with {@code dryRun}. */
public sealed interface Trial {

  /** It would be created, or nothing but room in a quota is missing, which others may free. */
  record Accepted() implements Trial {}

  /**
   * It cannot be asked: a webhook in between has side effects, and is not called for a trial.
   *
   * @param message the server's own words
   */
  record Unasked(String message) implements Trial {}

  /**
   * It would not be created.
   *
   * @param message the server's own words, without the name of the object
   * @param causes what is wrong in particular; empty where only the message says it
   */
  record Refused(String message, List<Cause> causes) implements Trial {
    public Refused {
      causes = List.copyOf(causes);
    }

    /**
     * What is wrong, by the places in the template that the object is made from.
     *
     * @param place where the template stands, such as {@code spec.template.cliques[0]}
     */
    public String told(String place) {
      return causes.isEmpty()
          ? "%s.spec.podSpec: %s".formatted(place, message)
          : causes.stream()
              .map(cause -> cause.told(place))
              .distinct()
              .collect(Collectors.joining(", "));
    }
  }

  /**
   * One thing that is wrong.
   *
   * @param field where in the object, such as {@code spec.containers[0].image}
   * @param message in the server's own words
   */
  record Cause(String field, String message) {

    private static final String SPEC = "spec.";
    private static final String METADATA = "metadata.";

    private String told(String place) {
      return "%s: %s".formatted(path(place), message);
    }

    private String path(String place) {
      if (field.startsWith(SPEC)) {
        return "%s.spec.podSpec.%s".formatted(place, field.substring(SPEC.length()));
      }
      return field.startsWith(METADATA)
          ? "%s.%s".formatted(place, field.substring(METADATA.length()))
          : "%s.spec.podSpec: %s".formatted(place, field);
    }
  }
}
