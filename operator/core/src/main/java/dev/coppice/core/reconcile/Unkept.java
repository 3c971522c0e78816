package dev.coppice.core.reconcile;

import dev.coppice.core.object.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Values that were written once and not kept. Nothing of them is written again before something
 * changes that may change the answer.
 *
 * @param generation that of the object whose reconciles wrote them
 * @param schemas the state of the served schemas
 * @param values what was not kept
 */
public record Unkept(long generation, String schemas, List<Rewrite> values) {

  /** All that was written was kept. */
  public static final Unkept NOTHING = new Unkept(0, "", List.of());

  public Unkept {
    values = List.copyOf(values);
  }

  /** What a reconcile leaves. */
  static Unkept of(Snapshot<?> last) {
    List<Rewrite> values = last.failures().rewrites();
    return values.isEmpty()
        ? NOTHING
        : new Unkept(Rewrite.generation(last.primary()), last.schemas().revision(), values);
  }

  /** What the next reconcile does not write again. */
  List<Rewrite> standing(Snapshot<?> first) {
    return generation == Rewrite.generation(first.primary())
            && schemas.equals(first.schemas().revision())
        ? standing(first::seen)
        : List.of();
  }

  private List<Rewrite> standing(Function<ObjectKey, Optional<HasMetadata>> seen) {
    return values.stream()
        .filter(value -> seen.apply(value.target()).map(value::standsIn).orElse(true))
        .toList();
  }
}
