package dev.coppice.e2e.metrics;

import dev.coppice.testkit.process.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tables of the page about metrics.
 *
 * @param figures the first table, of the operator
 * @param webhookFigures the second table, of the webhook
 * @param labelValues the third table: the values of each label
 */
record MetricsPage(
    List<Figure> figures, List<Figure> webhookFigures, SortedMap<String, Set<String>> labelValues) {

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  static MetricsPage read() {
    try {
      return parse(Files.readAllLines(Checkout.find().resolve("docs/operations/metrics.md")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MetricsPage parse(List<String> lines) {
    return new MetricsPage(
        figures(lines, "| name | type | labels |"),
        figures(lines, "| name in the webhook | type | labels |"),
        table(lines, "| label | of | values |")
            .collect(
                Collectors.toMap(
                    cells -> word(cells.get(0)),
                    cells -> words(cells.get(2)),
                    (a, b) -> a,
                    TreeMap::new)));
  }

  private static List<Figure> figures(List<String> lines, String header) {
    return table(lines, header)
        .map(cells -> new Figure(word(cells.get(0)), cells.get(1), words(cells.get(2))))
        .toList();
  }

  private static Stream<List<String>> table(List<String> lines, String header) {
    return lines.stream()
        .dropWhile(line -> !line.startsWith(header))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .map(row -> Arrays.stream(row.split("\\|")).skip(1).map(String::strip).toList());
  }

  private static String word(String cell) {
    return words(cell).iterator().next();
  }

  private static Set<String> words(String cell) {
    return CODE.matcher(cell)
        .results()
        .map(MatchResult::group)
        .map(code -> code.replace("`", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
