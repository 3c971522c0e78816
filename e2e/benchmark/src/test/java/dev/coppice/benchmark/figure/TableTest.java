package dev.coppice.benchmark.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableTest {

  private static final Figure READY = Figure.atMost(25, "ready", "", Unit.SECONDS);
  private static final Figure PEAK = Figure.told("rss-peak", "", Unit.MEBIBYTES);
  private static final Figure DELAY = Figure.atMost(300, "delay", "", Unit.MILLISECONDS);

  @Test
  void lines_up_what_belongs_together() {
    Table table =
        new Table(
            List.of(
                new Row(READY, Outcome.of(17.25, "of three"), Optional.empty()),
                new Row(PEAK, Outcome.of(180), Optional.empty()),
                new Row(DELAY, Outcome.none("not there yet"), Optional.empty())));

    assertThat(table)
        .hasToString(
            """
            figure    value    budget     verdict  note
            ready     17.3 s   <= 25.0 s  ok       of three
            rss-peak  180 MiB
            delay     -        <= 300 ms  MISSING  not there yet
            """)
        .returns("1 of 2 budgets kept", Table::summary)
        .returns(false, Table::ok);
  }

  @Test
  void puts_a_peer_beside_us() {
    Table table = new Table(List.of(new Row(READY, Outcome.of(17), Optional.of(Outcome.of(98)))));

    assertThat(table)
        .hasToString(
            """
            figure  value   peer    budget     verdict  note
            ready   17.0 s  98.0 s  <= 25.0 s  ok
            """)
        .returns(true, Table::ok);
  }
}
