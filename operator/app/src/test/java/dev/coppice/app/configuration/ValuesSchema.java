package dev.coppice.app.configuration;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The schema of the chart's values. All of it is written by hand but for one definition, which says
 * what the chart takes as the configuration file.
 */
final class ValuesSchema {

  private static final ObjectWriter JSON =
      new ObjectMapper()
          .writer(
              new DefaultPrettyPrinter(
                      Separators.createDefaultInstance()
                          .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                          .withArrayEmptySeparator("")
                          .withObjectEmptySeparator(""))
                  .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                  .withArrayIndenter(new DefaultIndenter("  ", "\n")));

  private ValuesSchema() {}

  /** Writes the definition anew; the only argument is the file. */
  public static void main(String... arguments) throws IOException {
    Path file = Path.of(arguments[0]);
    Files.writeString(file, withDefinition(Files.readString(file)));
  }

  /** The same schema with the definition of this commit. */
  static String withDefinition(String schema) throws IOException {
    ObjectNode tree = (ObjectNode) new ObjectMapper().readTree(schema);
    tree.withObjectProperty("definitions").set("configuration", definition());
    return JSON.writeValueAsString(tree) + "\n";
  }

  private static ObjectNode definition() {
    ObjectNode generated = ConfigurationSchema.generate();
    // What the chart itself puts into the file.
    keys(generated).remove(List.of("apiVersion", "kind"));
    ObjectNode server = keys(keys(generated).withObjectProperty("server"));
    keys(server.withObjectProperty("webhooks")).remove("serviceName");
    // What Grove's chart takes, and leaves out of the file as ours does.
    keys(server.withObjectProperty("healthProbes"))
        .putObject("enable")
        .put("description", "Of Grove's chart; has no meaning here.");
    ObjectNode definition =
        generated
            .objectNode()
            .put("$comment", "Generated from the records of the operator: run hack/generate.");
    return definition.setAll(generated);
  }

  private static ObjectNode keys(ObjectNode schema) {
    return schema.withObjectProperty("properties");
  }
}
