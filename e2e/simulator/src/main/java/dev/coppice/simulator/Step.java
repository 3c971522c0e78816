package dev.coppice.simulator;

import java.util.Locale;

/**
 * One step of a script. Its numbers choose among whatever there is to choose from, so that a script
 * still runs when steps before it are left out.
 *
 * @param verb what happens
 * @param which to which of the candidates
 * @param detail how, where the verb has more to say
 */
public record Step(Verb verb, int which, int detail) {

  /** Reads a step as {@link #toString} writes it. */
  public static Step parse(String line) {
    String[] words = line.strip().split("\\s+", -1);
    return new Step(
        Verb.valueOf(words[0].toUpperCase(Locale.ROOT).replace('-', '_')),
        Integer.parseInt(words[1]),
        Integer.parseInt(words[2]));
  }

  @Override
  public String toString() {
    return "%s %d %d"
        .formatted(verb.name().toLowerCase(Locale.ROOT).replace('_', '-'), which, detail);
  }
}
