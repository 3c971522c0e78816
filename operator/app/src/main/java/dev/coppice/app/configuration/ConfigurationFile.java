package dev.coppice.app.configuration;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads configuration files: what a file omits comes from {@code defaults.yaml}, and everything
 * that is wrong with it is found in one go.
 */
public final class ConfigurationFile {

  private static final ObjectMapper MAPPER = strictMapper();

  private ConfigurationFile() {}

  /** The configuration of a process that is given no file. */
  public static LoadedConfiguration defaults() {
    return new LoadedConfiguration(bind(MAPPER.createObjectNode()), List.of());
  }

  /**
   * Reads the file that a process is given, if it is given one.
   *
   * @throws InvalidConfigurationException with one line for each mistake
   */
  public static LoadedConfiguration readOrDefaults(@Nullable Path file)
      throws InvalidConfigurationException {
    return file == null ? defaults() : read(file);
  }

  /**
   * Reads a file.
   *
   * @throws InvalidConfigurationException with one line for each mistake
   */
  public static LoadedConfiguration read(Path file) throws InvalidConfigurationException {
    try {
      return parse(Files.readString(file));
    } catch (NoSuchFileException e) {
      throw new InvalidConfigurationException(List.of("no such file"));
    } catch (IOException e) {
      throw new InvalidConfigurationException(List.of("cannot be read: " + e.getMessage()));
    }
  }

  static LoadedConfiguration parse(String yaml) throws InvalidConfigurationException {
    ObjectNode tree = tree(yaml);
    List<FieldError> kindErrors = checkKind(tree);
    String namedDefaultProfile = tree.at("/scheduler/defaultProfileName").asText();
    StructureCheck structure = new StructureCheck(MAPPER);
    structure.prune(tree, OperatorConfiguration.class);
    OperatorConfiguration configuration = bind(tree);

    // A value that was taken out is judged as if it were the default: that verdict is not the
    // user's.
    Set<String> misfits =
        structure.errors().stream().map(FieldError::path).collect(Collectors.toSet());
    Stream<FieldError> ruleErrors =
        ConfigurationRules.check(configuration).stream()
            .filter(error -> !misfits.contains(error.path()));
    List<String> problems =
        Stream.of(kindErrors.stream(), structure.errors().stream(), ruleErrors)
            .flatMap(errors -> errors)
            .map(FieldError::toString)
            .toList();
    if (!problems.isEmpty()) {
      throw new InvalidConfigurationException(problems);
    }
    List<String> warnings =
        Stream.of(
                structure.warnings().stream(),
                withoutEffect(configuration),
                withHalfAnEffect(configuration),
                withoutQueues(configuration),
                ignoredDefaultProfile(namedDefaultProfile, configuration.scheduler()))
            .flatMap(lines -> lines)
            .toList();
    return new LoadedConfiguration(configuration, warnings);
  }

  private static Stream<String> withoutEffect(OperatorConfiguration configuration) {
    Map<String, Boolean> switches =
        new TreeMap<>(
            Map.of("network.autoMNNVLEnabled", configuration.network().autoMNNVLEnabled()));
    return switches.entrySet().stream()
        .filter(Map.Entry::getValue)
        .map(on -> on.getKey() + ": is not implemented in this version and has no effect");
  }

  private static Stream<String> withHalfAnEffect(OperatorConfiguration configuration) {
    SchedulerConfiguration scheduler = configuration.scheduler();
    boolean isKept = scheduler.isNativeGangsWanted() || scheduler.hasProfile("kai-scheduler");
    return configuration.topologyAwareScheduling().enabled() && !isKept
        ? Stream.of(
            "topologyAwareScheduling.enabled: PodGangs carry the constraints of their sets, but no"
                + " configured scheduler keeps them; kai-scheduler does, and default-scheduler"
                + " some of them with config.gangScheduling")
        : Stream.empty();
  }

  private static Stream<String> withoutQueues(OperatorConfiguration configuration) {
    boolean said =
        !configuration.minRuntime().equals(defaults().configuration().minRuntime())
            || !configuration.queue().defaultName().isEmpty();
    return said && !configuration.queue().enabled()
        ? Stream.of(
            "queue.enabled: without it there are no queues, and no minRuntime has an effect")
        : Stream.empty();
  }

  private static Stream<String> ignoredDefaultProfile(
      String named, SchedulerConfiguration scheduler) {
    return named.isBlank() || named.equals(scheduler.defaultProfileName())
        ? Stream.empty()
        : Stream.of(
            "scheduler.defaultProfileName: \"%s\" is ignored, because no profile is configured"
                .formatted(named));
  }

  private static ObjectNode tree(String yaml) throws InvalidConfigurationException {
    JsonNode root;
    try {
      root = MAPPER.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new InvalidConfigurationException(
          List.of("is not valid YAML%s: %s".formatted(position(e.getLocation()), firstLine(e))));
    }
    if (root.isMissingNode() || root.isNull()) {
      return MAPPER.createObjectNode();
    }
    if (root instanceof ObjectNode object) {
      // YAML takes Off without quotes for a boolean.
      if (BooleanNode.FALSE.equals(object.get("enforcement"))) {
        object.put("enforcement", "Off");
      }
      return object;
    }
    throw new InvalidConfigurationException(List.of("must be a YAML object"));
  }

  private static String position(@Nullable JsonLocation location) {
    return location == null ? "" : " at line %d".formatted(location.getLineNr());
  }

  private static String firstLine(JsonProcessingException e) {
    return e.getOriginalMessage().lines().findFirst().orElse("");
  }

  private static List<FieldError> checkKind(ObjectNode tree) {
    return Stream.concat(
            checkIdentity(tree, "apiVersion", OperatorConfiguration.API_VERSION),
            checkIdentity(tree, "kind", OperatorConfiguration.KIND))
        .toList();
  }

  private static Stream<FieldError> checkIdentity(ObjectNode tree, String key, String expected) {
    String value = tree.path(key).asText("");
    if (value.isEmpty()) {
      return Stream.of(FieldError.required(key, "must be " + expected));
    }
    return value.equals(expected)
        ? Stream.empty()
        : Stream.of(FieldError.notSupported(key, value, List.of(expected)));
  }

  private static OperatorConfiguration bind(ObjectNode tree) {
    try (InputStream defaults =
        Objects.requireNonNull(ConfigurationFile.class.getResourceAsStream("defaults.yaml"))) {
      JsonNode complete = MAPPER.readTree(defaults);
      MAPPER.readerForUpdating(complete).readTree(MAPPER.treeAsTokens(tree));
      return MAPPER.treeToValue(complete, OperatorConfiguration.class);
    } catch (IOException e) {
      throw new UncheckedIOException("the checked configuration does not bind", e);
    }
  }

  private static ObjectMapper strictMapper() {
    YAMLFactory format =
        YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // On by default, but not in what the builder makes: a key without value is null.
            .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
            .build();
    YAMLMapper mapper =
        YAMLMapper.builder(format)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addModule(
                new SimpleModule().addDeserializer(Duration.class, new GoDurationDeserializer()))
            .build();
    for (CoercionInputShape shape :
        List.of(CoercionInputShape.Boolean, CoercionInputShape.Integer, CoercionInputShape.Float)) {
      mapper.coercionConfigFor(LogicalType.Textual).setCoercion(shape, CoercionAction.Fail);
    }
    // A list that is set takes the place of its default.
    mapper.configOverride(ArrayNode.class).setMergeable(false);
    return mapper;
  }
}
