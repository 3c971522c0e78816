package dev.coppice.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Crds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The definitions that users install are those that the model of this commit makes. */
class CheckedInCrdsTest {

  private static final Path MODULE = Path.of("");

  @Test
  void are_what_the_model_and_its_javadoc_generate_today() throws IOException {
    Map<Path, String> generated = new CrdGenerator(MODULE).generate();

    for (var file : generated.entrySet()) {
      assertThat(Files.readString(file.getKey()))
          .as("%s is stale: run hack/generate", file.getKey())
          .isEqualTo(file.getValue());
    }
  }

  @Test
  void are_all_offered_for_installation_in_the_order_of_the_generator() throws IOException {
    assertOffered(Crds.NAMES, "crds");
  }

  @Test
  void those_that_are_not_installed_everywhere_lie_apart() throws IOException {
    assertOffered(Crds.OPTIONAL, "optional-crds");
  }

  private static void assertOffered(List<String> names, String folder) throws IOException {
    Path definitions = MODULE.resolve("src/main/resources").resolve(folder);
    List<String> generated =
        new CrdGenerator(MODULE)
            .generate().keySet().stream()
                .filter(file -> file.startsWith(definitions))
                .map(file -> file.getFileName().toString())
                .toList();

    assertThat(names).extracting(name -> name + ".yaml").isEqualTo(generated);
    assertThat(names).allSatisfy(name -> assertThat(Crds.yaml(name)).contains("name: " + name));
    try (Stream<Path> files = Files.list(definitions)) {
      assertThat(files).hasSameSizeAs(names);
    }
  }
}
