package dev.coppice.faults;

import java.util.Optional;

/** What goes wrong where. */
interface Strikes {

  /** The faults of a run with at most one. */
  static Strikes once(Optional<Fault> fault) {
    return new Strikes() {
      @Override
      public Optional<Fault.OnWrite> atWrite(int number) {
        return of(number, Fault.OnWrite.class);
      }

      @Override
      public Optional<Fault.OnWatch> atEvent(int number) {
        return of(number, Fault.OnWatch.class);
      }

      private <T extends Fault> Optional<T> of(int number, Class<T> place) {
        return fault
            .filter(armed -> armed.at() == number)
            .filter(place::isInstance)
            .map(place::cast);
      }
    };
  }

  /** What strikes at a write, counted from one. */
  Optional<Fault.OnWrite> atWrite(int number);

  /** What strikes at an event of a watch, counted from one. */
  Optional<Fault.OnWatch> atEvent(int number);
}
