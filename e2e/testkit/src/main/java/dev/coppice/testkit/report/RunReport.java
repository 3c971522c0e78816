package dev.coppice.testkit.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a run of tests took and proved, from what Maven and the tests have left in the folders of
 * the modules.
 *
 * @param root the checkout
 * @param since when the run began; what is older is of another one
 */
record RunReport(Path root, Instant since) {

  private static final int TOLD = 12;

  /** The report, line by line. */
  List<String> lines() {
    Map<String, List<TestedClass>> modules = modules();
    List<String> lines = new ArrayList<>();
    modules.forEach((module, classes) ->
        lines.add(
            "%8.1f s  %4d tests  %s"
                .formatted(
                    classes.stream().mapToDouble(TestedClass::seconds).sum(),
                    classes.stream().mapToInt(TestedClass::tests).sum(),
                    module)));
    List<TestedClass> all = modules.values().stream().flatMap(List::stream).toList();
    lines.add("slowest (seconds that passed, and of processors where known):");
    Map<String, String> costs = costs();
    all.stream()
        .sorted(Comparator.comparingDouble(TestedClass::seconds).reversed())
        .limit(TOLD)
        .map(tested ->
            "%8.1f s  %8s  %s"
                .formatted(tested.seconds(), costs.getOrDefault(tested.name(), ""), tested.name()))
        .forEach(lines::add);
    List<String> again = all.stream().flatMap(tested -> tested.again().stream()).toList();
    lines.add("run again: " + (again.isEmpty() ? "nothing" : String.join("; ", again)));
    lines.add(checked());
    return lines;
  }

  private Map<String, List<TestedClass>> modules() {
    return files("TEST-.*\\.xml")
        .collect(
            Collectors.groupingBy(
                file -> root.relativize(file).toString().replaceFirst("/target/.*", ""),
                TreeMap::new,
                Collectors.mapping(TestedClass::read, Collectors.toList())));
  }

  private Map<String, String> costs() {
    Map<String, String> costs = new HashMap<>();
    notes("costs.txt").map(line -> line.split(" ", -1)).forEach(c -> costs.put(c[0], c[2] + " s"));
    return costs;
  }

  private String checked() {
    List<long[]> recordings =
        notes("checked.txt")
            .map(line -> Stream.of(line.split(" ", -1)).mapToLong(Long::parseLong).toArray())
            .toList();
    return String.format(
        Locale.ROOT,
        "checked: %d times a recording of %,d changes in all, %,d times a rule over a change",
        recordings.size(),
        recordings.stream().mapToLong(r -> r[1]).sum(),
        recordings.stream().mapToLong(r -> r[0] * r[1]).sum());
  }

  private Stream<String> notes(String name) {
    return files(name).flatMap(RunReport::read);
  }

  private static Stream<String> read(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private Stream<Path> files(String name) {
    try (Stream<Path> all = Files.walk(root)) {
      return all
          .filter(file -> file.getFileName().toString().matches(name) && isOfThisRun(file))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look through " + root, e);
    }
  }

  private boolean isOfThisRun(Path file) {
    try {
      return !Files.getLastModifiedTime(file).toInstant().isBefore(since);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look at " + file, e);
    }
  }
}
