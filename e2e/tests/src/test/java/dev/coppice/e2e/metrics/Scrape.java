package dev.coppice.e2e.metrics;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one scrape has brought of our own figures.
 *
 * @param types the type of each figure
 * @param samples every line with a value
 */
record Scrape(SortedMap<String, String> types, List<Sample> samples) {

  private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (coppice_\\w+) (\\w+)$");
  private static final Pattern SAMPLE = Pattern.compile("(?m)^(coppice_\\w+)(?:\\{(.*)})? (\\S+)$");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
  private static final Set<String> OF_EVERY_HISTOGRAM = Set.of("le", "quantile");

  /**
   * One line.
   *
   * @param series the figure, with the suffix that its type asks for
   * @param labels without those that make up a histogram
   */
  record Sample(String series, Map<String, String> labels, double value) {
    String label(String name) {
      return labels.getOrDefault(name, "");
    }
  }

  static Scrape of(String url) {
    try (var page = URI.create(url).toURL().openStream()) {
      return parse(new String(page.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot scrape " + url, e);
    }
  }

  private static Scrape parse(String page) {
    return new Scrape(
        TYPE.matcher(page)
            .results()
            .collect(
                toMap(line -> line.group(1), line -> line.group(2), (a, b) -> a, TreeMap::new)),
        SAMPLE.matcher(page).results().map(Scrape::sample).toList());
  }

  private static Sample sample(MatchResult line) {
    String labels = line.group(2) == null ? "" : line.group(2);
    return new Sample(
        line.group(1),
        LABEL
            .matcher(labels)
            .results()
            .filter(label -> !OF_EVERY_HISTOGRAM.contains(label.group(1)))
            .collect(toMap(label -> label.group(1), label -> label.group(2))),
        Double.parseDouble(line.group(3)));
  }

  /** The lines of one figure. */
  Stream<Sample> of(Figure figure) {
    return samples.stream().filter(sample -> figure.owns(sample.series()));
  }

  /** The lines of one series. */
  Stream<Sample> series(String name) {
    return samples.stream().filter(sample -> sample.series().equals(name));
  }

  /** The sum over the lines of one series that fit. */
  double sum(String name, Predicate<Sample> fits) {
    return series(name).filter(fits).mapToDouble(Sample::value).sum();
  }

  /** All values of each label. */
  SortedMap<String, Set<String>> labelValues() {
    return samples.stream()
        .flatMap(sample -> sample.labels().entrySet().stream())
        .collect(
            groupingBy(
                Map.Entry::getKey,
                TreeMap::new,
                mapping(Map.Entry::getValue, Collectors.toCollection(TreeSet::new))));
  }
}
