package dev.coppice.e2e.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.coppice.testkit.Helm;
import dev.coppice.testkit.process.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A folder with the chart.
 *
 * @param folder holds {@code Chart.yaml}
 */
record Chart(Path folder) {

  private static final YAMLMapper YAML = new YAMLMapper();

  /** That of this commit. */
  static Chart ofCheckout() {
    return new Chart(Checkout.find().resolve("charts/coppice"));
  }

  /** The files with values that it has to take. */
  List<Path> valuesOfCi() {
    try (Stream<Path> files = Files.list(folder.resolve("ci"))) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What it consists of with the given values. */
  List<JsonNode> rendered(Helm helm, String... values) {
    String[] arguments =
        Stream.concat(Stream.of("template", "grove-operator", folder.toString()), Stream.of(values))
            .toArray(String[]::new);
    return documents(helm.run(arguments));
  }

  /** All documents of a text that are not empty. */
  static List<JsonNode> documents(String yaml) {
    try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(yaml)) {
      return documents.readAll().stream().filter(JsonNode::isObject).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A copy that is an older version of it. */
  Chart older(Path copy, String definition, Consumer<JsonNode> without) {
    try {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.toList()) {
          Path target = copy.resolve(folder.relativize(file));
          Files.createDirectories(Files.isDirectory(file) ? target : target.getParent());
          if (!Files.isDirectory(file)) {
            Files.copy(file, target);
          }
        }
      }
      Path file = copy.resolve("files/crds").resolve(definition + ".yaml");
      JsonNode tree = YAML.readTree(file.toFile());
      without.accept(tree);
      YAML.writeValue(file.toFile(), tree);
      Path about = copy.resolve("Chart.yaml");
      Files.writeString(
          about, Files.readString(about).replaceFirst("(?m)^version: .*$", "version: 0.0.1"));
      return new Chart(copy);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
