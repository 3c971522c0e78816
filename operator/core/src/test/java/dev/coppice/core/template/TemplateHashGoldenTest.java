package dev.coppice.core.template;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.coppice.api.set.PodCliqueTemplate;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TemplateHashGoldenTest {

  /** A template, and the hash that it has in every cluster that runs this version. */
  record Golden(
      String name, String hash, @Nullable String priorityClassName, PodCliqueTemplate template) {

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Golden> golden() throws IOException {
    try (InputStream yaml =
        requireNonNull(
            TemplateHashGoldenTest.class.getResourceAsStream("/golden/template-hashes.yaml"))) {
      return List.of(
          YAMLMapper.builder().findAndAddModules().build().readValue(yaml, Golden[].class));
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("golden")
  void stays_what_it_was_in_every_release_of_this_version(Golden golden) {
    assertThat(TemplateHash.of(golden.template(), golden.priorityClassName()))
        .isEqualTo(golden.hash());
  }

  @Test
  void templates_that_make_different_pods_have_different_hashes() throws IOException {
    assertThat(golden().stream().map(Golden::hash).distinct()).hasSize(golden().size() - 1);
  }
}
