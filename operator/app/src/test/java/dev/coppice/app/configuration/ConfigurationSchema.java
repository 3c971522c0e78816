package dev.coppice.app.configuration;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.module.jackson.JacksonModule;
import com.github.victools.jsonschema.module.jackson.JacksonOption;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a configuration file as a JSON schema, from the records that it is bound to. It says
 * what {@link StructureCheck} says, and leaves the rest to {@link ConfigurationRules}.
 */
final class ConfigurationSchema {

  /** What {@link dev.coppice.core.time.GoDuration} reads. */
  static final String DURATION =
      "^[+-]?(0|(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$";

  private static final String PROPERTIES = "properties";
  private static final String TYPE = "type";

  private ConfigurationSchema() {}

  /** The whole schema, with nothing in it that refers to another place. */
  static ObjectNode generate() {
    SchemaGeneratorConfigBuilder builder =
        new SchemaGeneratorConfigBuilder(SchemaVersion.DRAFT_7, OptionPreset.PLAIN_JSON)
            .with(new JacksonModule(JacksonOption.FLATTENED_ENUMS_FROM_JSONPROPERTY))
            .with(
                Option.FORBIDDEN_ADDITIONAL_PROPERTIES_BY_DEFAULT,
                Option.INLINE_ALL_SCHEMAS,
                Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES)
            .without(Option.SCHEMA_VERSION_INDICATOR);
    builder
        .forTypesInGeneral()
        .withCustomDefinitionProvider((type, context) ->
            type.getErasedType() == Duration.class
                ? new CustomDefinition(
                    JsonNodeFactory.instance
                        .objectNode()
                        .put(TYPE, "string")
                        .put("pattern", DURATION))
                : null);
    builder.forFields().withEnumResolver(ConfigurationSchema::schedulers);
    ObjectNode schema =
        new SchemaGenerator(builder.build()).generateSchema(OperatorConfiguration.class);
    allowKeysWithoutValue(schema);
    allowKeysWithoutMeaning(schema, "");
    return schema;
  }

  private static @Nullable List<String> schedulers(FieldScope field) {
    return field.getDeclaringType().getErasedType() == SchedulerConfiguration.Profile.class
            && field.getName().equals("name")
        ? SchedulerConfiguration.SUPPORTED_NAMES
        : null;
  }

  /** A key without value is one that is left out; an element of a list without value is none. */
  private static void allowKeysWithoutValue(ObjectNode schema) {
    schema
        .path(PROPERTIES)
        .forEach(property -> {
          ObjectNode known = (ObjectNode) property;
          if (known.remove("allOf") instanceof ArrayNode ofMap) {
            // It is said of the type, and again of the field.
            known.setAll((ObjectNode) ofMap.get(0));
          }
          known.set(TYPE, known.arrayNode().add(known.path(TYPE)).add("null"));
          // One enum in two places is one list.
          if (known.path("enum") instanceof ArrayNode values
              && !values.get(values.size() - 1).isNull()) {
            values.addNull();
          }
          allowKeysWithoutValue(known);
          if (known.path("items") instanceof ObjectNode element) {
            allowKeysWithoutValue(element);
          }
          if (known.path("additionalProperties") instanceof ObjectNode entry) {
            allowKeysWithoutValue(entry);
          }
        });
  }

  private static void allowKeysWithoutMeaning(ObjectNode schema, String prefix) {
    ObjectNode known = schema.withObjectProperty(PROPERTIES);
    KeysWithoutMeaning.namesBelow(prefix)
        .sorted()
        .forEach(name -> {
          String path = prefix + name;
          KeysWithoutMeaning.reason(path)
              .ifPresentOrElse(
                  reason ->
                      known
                          .putObject(name)
                          .put("description", "Has no meaning here and is ignored: " + reason),
                  () -> allowKeysWithoutMeaning(objectAt(known, name), path + "."));
        });
  }

  private static ObjectNode objectAt(ObjectNode properties, String name) {
    return properties.path(name) instanceof ObjectNode object
        ? object
        : properties.putObject(name).put("additionalProperties", false);
  }
}
