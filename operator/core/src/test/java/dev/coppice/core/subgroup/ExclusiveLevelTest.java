package dev.coppice.core.subgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExclusiveLevelTest {

  private static Map<String, String> annotations(@Nullable String value) {
    return value == null ? Map.of() : Map.of("grove.io/exclusive-topology", value);
  }

  @ParameterizedTest
  @CsvSource({
    "block, ,      block",
    "block, rack,  block",
    ",      rack,  rack",
    "none,  rack,",
    "'',    rack,",
    "' ',   rack,",
    ",      '',",
    ",      none,",
    ",      ,"
  })
  void the_nearest_annotation_counts(
      @Nullable String near, @Nullable String far, @Nullable String key) {
    assertThat(ExclusiveLevel.GROUP.topologyKey(annotations(near), annotations(far)))
        .isEqualTo(Optional.ofNullable(key));
  }
}
