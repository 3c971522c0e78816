package dev.coppice.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NextPodNameTest {

  @ParameterizedTest
  @CsvSource({
    "'','',llm-0-prefill-0-qpmbc",
    "pod-uid,'',llm-0-prefill-0-2c8kv",
    "pod-uid,0,llm-0-prefill-0-2c8kv",
    "pod-uid,2,llm-0-prefill-0-b55cc"
  })
  void is_what_released_operators_have_given(String youngest, String attempt, String name) {
    assertThat(
            NextPodName.of(
                "llm-0-prefill", "5c1f6f0e-9b0a-4a53-8a0e-2f6d7a0f2b11", "0", youngest, attempt))
        .isEqualTo(name);
  }
}
