package dev.coppice.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.clique.SubGroupPolicy;
import dev.coppice.api.group.PodCliqueScalingGroupSpec;
import dev.coppice.api.set.HeadlessServiceConfig;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSetSpec;
import io.fabric8.generator.annotation.Default;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A manifest from a file means the same as one to which an API server has added the defaults. */
class SchemaDefaultsTest {

  @ParameterizedTest
  @ValueSource(
      classes = {
        PodCliqueSetSpec.class,
        PodCliqueSpec.class,
        PodCliqueScalingGroupConfig.class,
        PodCliqueScalingGroupSpec.class,
        SubGroupPolicy.class,
        HeadlessServiceConfig.class
      })
  void are_what_an_absent_or_null_value_reads_as(Class<?> type)
      throws ReflectiveOperationException, java.io.IOException {
    var defaulted =
        Arrays.stream(type.getRecordComponents())
            .filter(component -> component.getAccessor().isAnnotationPresent(Default.class))
            .toList();
    ObjectMapper mapper = new ObjectMapper();
    var nulls = mapper.createObjectNode();
    defaulted.forEach(component -> nulls.putNull(component.getName()));

    Object absent = mapper.readValue("{}", type);
    Object explicitNull = mapper.treeToValue(nulls, type);

    assertThat(defaulted).isNotEmpty();
    for (RecordComponent component : defaulted) {
      String expected = component.getAccessor().getAnnotation(Default.class).value();
      assertThat(mapper.valueToTree(component.getAccessor().invoke(absent)).asText())
          .isEqualTo(expected);
      assertThat(mapper.valueToTree(component.getAccessor().invoke(explicitNull)).asText())
          .isEqualTo(expected);
    }
  }
}
