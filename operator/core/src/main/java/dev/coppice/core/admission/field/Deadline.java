package dev.coppice.core.admission.field;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * How long whoever asks rules waits for what they find. Rules go through what others have written,
 * and ask at every step whether anybody still waits: what nobody waits for ends there, and what it
 * would have found is lost. It changes no answer. Where nobody has said how long he waits, as
 * nobody does in the controllers, it is for ever.
 */
public final class Deadline {

  private static final ScopedValue<BooleanSupplier> PASSED = ScopedValue.newInstance();

  private Deadline() {}

  /** Nobody waits any more. */
  public static final class PassedException extends RuntimeException {
    private PassedException() {
      super("nobody waits for this any more");
    }
  }

  /**
   * Does something that somebody waits for.
   *
   * @param passed whether he has given up; asked often, by the same thread
   * @throws PassedException if he has, and it was not done yet
   */
  public static <T> T during(BooleanSupplier passed, Supplier<T> work) {
    return ScopedValue.where(PASSED, passed).call(work::get);
  }

  /**
   * One more step.
   *
   * @throws PassedException if nobody waits any more
   */
  public static void check() {
    if (PASSED.isBound() && PASSED.get().getAsBoolean()) {
      throw new PassedException();
    }
  }
}
