package dev.coppice.cli.convert;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * The objects of a manifest, as kubectl would find them: YAML 1.1 with anchors and merged keys, or
 * JSON, in several documents or in lists. Jackson reads an alias as a text, and so would lose what
 * it stands for.
 */
final class Documents {

  private static final Set<String> LISTS = Set.of("List", LeaderWorkerSet.KIND + "List");

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private Documents() {}

  /**
   * The objects, in their order; empty documents are none.
   *
   * @throws UnreadableManifestException if the text is neither YAML nor JSON
   */
  static List<JsonNode> of(String text) throws UnreadableManifestException {
    return read(text).stream()
        .filter(document -> !document.isNull() && !document.isMissingNode())
        .flatMap(Documents::items)
        .toList();
  }

  private static Stream<JsonNode> items(JsonNode document) {
    JsonNode items = document.path("items");
    return LISTS.contains(document.path("kind").asText()) && items.isArray()
        ? StreamSupport.stream(items.spliterator(), false)
        : Stream.of(document);
  }

  private static List<JsonNode> read(String text) throws UnreadableManifestException {
    // Of what begins so most is JSON, and YAML has no place for the tabs that JSON may have.
    if (text.stripLeading().startsWith("{")) {
      try {
        return json(text);
      } catch (IOException notJson) {
        return yaml(text, notJson);
      }
    }
    return yaml(text, null);
  }

  private static List<JsonNode> json(String text) throws IOException {
    try (MappingIterator<JsonNode> documents = JSON.readerFor(JsonNode.class).readValues(text)) {
      return documents.readAll();
    }
  }

  private static List<JsonNode> yaml(String text, @Nullable IOException notJson)
      throws UnreadableManifestException {
    try {
      List<JsonNode> documents = new ArrayList<>();
      for (Object document : loader().loadAll(text)) {
        // By way of a text, whose depth has a bound: a value may contain itself.
        documents.add(JSON.readTree(JSON.writeValueAsString(document)));
      }
      return documents;
    } catch (MarkedYAMLException e) {
      throw notJson instanceof JsonProcessingException json ? unreadable(json) : unreadable(e);
    } catch (YAMLException e) {
      throw new UnreadableManifestException("is not valid YAML: " + firstLine(e.getMessage()));
    } catch (JsonProcessingException e) {
      throw new UnreadableManifestException("is nested too deeply, or a value contains itself");
    }
  }

  private static UnreadableManifestException unreadable(MarkedYAMLException e) {
    return new UnreadableManifestException(
        "is not valid YAML%s: %s"
            .formatted(
                e.getProblemMark() == null
                    ? ""
                    : " at line %d".formatted(e.getProblemMark().getLine() + 1),
                e.getProblem()));
  }

  private static UnreadableManifestException unreadable(JsonProcessingException e) {
    return new UnreadableManifestException(
        "is not valid JSON%s: %s"
            .formatted(
                e.getLocation() == null ? "" : " at line %d".formatted(e.getLocation().getLineNr()),
                firstLine(e.getOriginalMessage())));
  }

  private static String firstLine(@Nullable String message) {
    return String.valueOf(message).lines().findFirst().orElse("");
  }

  private static Yaml loader() {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    // All sets of a cluster may be in one text, which is the user's own.
    options.setCodePointLimit(Integer.MAX_VALUE);
    DumperOptions unused = new DumperOptions();
    return new Yaml(
        new SafeConstructor(options), new Representer(unused), unused, options, new Scalars());
  }

  /** What scalars mean to kubectl: all of YAML 1.1 but dates and numbers to the base of 60. */
  private static final class Scalars extends Resolver {

    private static final Pattern INTEGER =
        Pattern.compile("[-+]?(0b[01_]+|0x[0-9a-fA-F_]+|0[0-7_]*|[1-9][0-9_]*)");
    private static final Pattern FLOAT =
        Pattern.compile(
            "[-+]?([0-9][0-9_]*\\.[0-9]*([eE][-+]?[0-9]+)?|[0-9][0-9_]*[eE][-+]?[0-9]+"
                + "|\\.[0-9][0-9_]*([eE][-+]?[0-9]+)?|\\.(inf|Inf|INF))|\\.(nan|NaN|NAN)");

    @Override
    protected void addImplicitResolvers() {
      addImplicitResolver(Tag.BOOL, BOOL, "yYnNtTfFoO");
      addImplicitResolver(Tag.INT, INTEGER, "-+0123456789");
      addImplicitResolver(Tag.FLOAT, FLOAT, "-+0123456789.");
      addImplicitResolver(Tag.MERGE, MERGE, "<");
      addImplicitResolver(Tag.NULL, NULL, "~nN\0");
      addImplicitResolver(Tag.NULL, EMPTY, null);
    }
  }
}
