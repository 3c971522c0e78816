package dev.coppice.benchmark.figure;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.benchmark.figure.Outcome.Measured;
import dev.coppice.benchmark.figure.Outcome.NotMeasured;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * A figure and what was found out about it.
 *
 * @param figure what was measured
 * @param own of our operator
 * @param peer of the operator that ours is compared with, if there is one
 */
public record Row(Figure figure, Outcome own, Optional<Outcome> peer) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int JSON_DECIMALS = 3;

  /** Whether the budget is kept; empty for a figure without one. */
  public Optional<Boolean> ok() {
    if (figure.budget().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(own instanceof Measured(double value, String _) && figure.allows(value));
  }

  /** Our operator's value as people read it. */
  public String value() {
    return text(own);
  }

  /** The other operator's value as people read it. */
  public String peerValue() {
    return peer.map(this::text).orElse("");
  }

  private String text(Outcome outcome) {
    return figure.text(outcome);
  }

  /** The budget as people read it. */
  public String budget() {
    return figure.budget().isEmpty()
        ? ""
        : "<= " + figure.unit().format(figure.budget().getAsDouble());
  }

  /** The verdict in a word. */
  public String verdict() {
    return ok().map(ok -> ok ? "ok" : own instanceof NotMeasured ? "MISSING" : "OVER").orElse("");
  }

  /** What else is worth knowing, or why there is no value. */
  public String note() {
    String ownNote = note(own);
    return peer.map(Row::note)
        .filter(note -> !note.isEmpty())
        .map(note -> (ownNote + "; peer: " + note).replaceFirst("^; ", ""))
        .orElse(ownNote);
  }

  private static String note(Outcome outcome) {
    return switch (outcome) {
      case Measured(double _, String note) -> note;
      case NotMeasured(String reason) -> reason;
    };
  }

  /** One line of JSON; no value, no budget and no verdict are null. */
  public String json() {
    ObjectNode row = JSON.createObjectNode();
    row.put("figure", figure.name());
    put(row, "value", own);
    if (figure.budget().isPresent()) {
      row.put("budget", number(figure.budget().getAsDouble()));
    } else {
      row.putNull("budget");
    }
    ok().ifPresentOrElse(ok -> row.put("ok", ok), () -> row.putNull("ok"));
    peer.ifPresent(outcome -> put(row, "peer", outcome));
    if (!note().isEmpty()) {
      row.put("note", note());
    }
    return row.toString();
  }

  private static void put(ObjectNode row, String key, Outcome outcome) {
    switch (outcome) {
      case Measured(double value, String _) -> row.put(key, number(value));
      case NotMeasured _ -> row.putNull(key);
    }
  }

  private static BigDecimal number(double value) {
    BigDecimal rounded =
        BigDecimal.valueOf(value)
            .setScale(JSON_DECIMALS, RoundingMode.HALF_UP)
            .stripTrailingZeros();
    // 1E+3 is a number too, but not one that people expect.
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }
}
