package dev.coppice.core.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceAmountsTest {

  private static String text(ResourceAmounts amounts) {
    return amounts.quantities().entrySet().stream()
        .map(amount -> amount.getKey() + "=" + amount.getValue())
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "cpu, 1500m, cpu=1500m",
    "cpu, 1000m, cpu=1",
    "cpu, 0.5, cpu=500m",
    "cpu, 0.0001, cpu=1m",
    "cpu, 2k, cpu=2000",
    "memory, 1024Mi, memory=1Gi",
    "memory, 1000, memory=1000",
    "memory, 1536Ki, memory=1536Ki",
    "hugepages-2Mi, 4096Ki, hugepages-2Mi=4Mi",
    "nvidia.com/gpu, 1024, nvidia.com/gpu=1024",
    "nvidia.com/gpu, 0, ''",
    "cpu, two, ''",
    "memory, 1Ei, memory=1Ei",
    "cpu, 9223372036854775807, cpu=9223372036854775807",
    "cpu, 1e19, ''",
    "cpu, 1e999999999, ''",
    "cpu, 1e-999999999, ''",
    "cpu, 0000000000000000000000000000000000000000001, ''",
  })
  void an_amount_is_written_in_one_form(String resource, String quantity, String expected) {
    assertThat(text(ResourceAmounts.of(Map.of(resource, quantity(quantity))))).isEqualTo(expected);
  }

  private static Quantity quantity(String text) {
    try {
      return Quantity.parse(text);
    } catch (IllegalArgumentException _) {
      return new Quantity(text);
    }
  }

  @Test
  void a_sum_is_at_most_what_kubernetes_holds() {
    ResourceAmounts most =
        ResourceAmounts.of(
            Map.of("cpu", quantity("9223372036854775807"), "memory", quantity("-7E")));

    assertThat(text(most.plus(most)))
        .isEqualTo("cpu=9223372036854775807 memory=-9223372036854775807");
    assertThat(text(most.times(Integer.MAX_VALUE))).isEqualTo(text(most.plus(most)));
    assertThat(ResourceAmounts.of(most.plus(most).quantities())).isEqualTo(most.plus(most));
  }

  @Test
  void what_is_left_out_is_none() {
    Map<String, Quantity> quantities = new HashMap<>();
    quantities.put("cpu", null);

    assertThat(ResourceAmounts.of(quantities)).isEqualTo(ResourceAmounts.NONE);
  }

  @Property
  void what_is_written_is_read_as_the_same(
      @ForAll @LongRange(min = 1, max = 1L << 50) long bytes,
      @ForAll @LongRange(min = 1, max = 1_000_000) long millis) {
    ResourceAmounts amounts =
        new ResourceAmounts(
            new TreeMap<>(
                Map.of("memory", BigDecimal.valueOf(bytes), "cpu", BigDecimal.valueOf(millis, 3))));

    assertThat(text(ResourceAmounts.of(amounts.quantities()))).isEqualTo(text(amounts));
    assertThat(ResourceAmounts.of(amounts.quantities()).amounts().get("memory"))
        .isEqualByComparingTo(BigDecimal.valueOf(bytes));
  }

  @Property
  void so_many_times_is_as_often_added(@ForAll @LongRange(min = 0, max = 20) long times) {
    ResourceAmounts one = ResourceAmounts.of(Map.of("cpu", new Quantity("100m")));
    ResourceAmounts sum = ResourceAmounts.NONE;
    for (int index = 0; index < times; index++) {
      sum = sum.plus(one);
    }

    assertThat(text(one.times((int) times))).isEqualTo(text(sum));
  }
}
