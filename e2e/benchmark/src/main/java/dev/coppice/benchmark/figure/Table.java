package dev.coppice.benchmark.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows for people: columns as wide as their widest cell.
 *
 * @param rows in the order in which they are shown
 */
public record Table(List<Row> rows) {

  public Table {
    rows = List.copyOf(rows);
  }

  /** How many figures have a budget and keep it, and how many have one. */
  public String summary() {
    long judged = rows.stream().filter(row -> row.ok().isPresent()).count();
    long kept = rows.stream().filter(row -> row.ok().orElse(false)).count();
    return "%d of %d budgets kept".formatted(kept, judged);
  }

  /** Whether every budget is kept. */
  public boolean ok() {
    return rows.stream().allMatch(row -> row.ok().orElse(true));
  }

  @Override
  public String toString() {
    boolean withPeer = rows.stream().anyMatch(row -> row.peer().isPresent());
    List<List<String>> cells = new ArrayList<>();
    cells.add(cells("figure", "value", withPeer, "peer", "budget", "verdict", "note"));
    rows.forEach(row ->
        cells.add(
            cells(
                row.figure().name(),
                row.value(),
                withPeer,
                row.peerValue(),
                row.budget(),
                row.verdict(),
                row.note())));
    List<Integer> widths =
        IntStream.range(0, cells.getFirst().size())
            .mapToObj(column ->
                cells.stream().mapToInt(line -> line.get(column).length()).max().orElse(0))
            .toList();
    StringBuilder text = new StringBuilder();
    cells.forEach(line -> text.append(line(line, widths)).append('\n'));
    return text.toString();
  }

  private static List<String> cells(
      String figure,
      String value,
      boolean withPeer,
      String peer,
      String budget,
      String verdict,
      String note) {
    return withPeer
        ? List.of(figure, value, peer, budget, verdict, note)
        : List.of(figure, value, budget, verdict, note);
  }

  private static String line(List<String> cells, List<Integer> widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      String cell = cells.get(column);
      line.append(cell).repeat(' ', widths.get(column) - cell.length() + 2);
    }
    return line.toString().stripTrailing();
  }
}
