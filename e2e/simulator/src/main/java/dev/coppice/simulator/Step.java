package dev.coppice.simulator;

import dev.coppice.simulator.model.FieldEdit;
import java.util.Locale;
import java.util.Optional;

/**
 * One step of a script. Its numbers choose among whatever there is to choose from, so that a script
 * still runs when steps before it are left out.
 *
 * @param verb what happens
 * @param which to which of the candidates
 * @param detail how, where the verb has more to say
 * @param edit what is written, by name, where the verb is {@link Verb#FORGE}
 */
public record Step(Verb verb, int which, int detail, Optional<FieldEdit> edit) {

  /** A step of any verb but {@link Verb#FORGE}. */
  public Step(Verb verb, int which, int detail) {
    this(verb, which, detail, Optional.empty());
  }

  /** Somebody writes a field. */
  static Step forge(FieldEdit edit) {
    return new Step(Verb.FORGE, 0, 0, Optional.of(edit));
  }

  /** Reads a step as {@link #toString} writes it. */
  public static Step parse(String line) {
    String[] words = line.strip().split("\\s+", 2);
    Verb verb = Verb.valueOf(words[0].toUpperCase(Locale.ROOT).replace('-', '_'));
    if (verb == Verb.FORGE) {
      return forge(FieldEdit.parse(words[1]));
    }
    String[] numbers = words[1].split("\\s+", -1);
    return new Step(verb, Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
  }

  @Override
  public String toString() {
    return verb.name().toLowerCase(Locale.ROOT).replace('_', '-')
        + " "
        + edit.map(FieldEdit::toString).orElseGet(() -> which + " " + detail);
  }
}
