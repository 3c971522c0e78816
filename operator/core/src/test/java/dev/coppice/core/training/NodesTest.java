package dev.coppice.core.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.object.Unreadable;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodesTest {

  private static final Pod POD =
      TestYaml.read("{metadata: {name: p}, spec: {nodeName: a}}", Pod.class);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{conditions: [{type: Ready, status: 'True'}]}    | false | false",
        "{conditions: [{type: Ready, status: 'False'}]}   | false | true",
        "{conditions: [{type: Ready, status: Unknown}]}   | false | true",
        "{conditions: []}                                 | false | true",
        "null                                             | false | true",
        "null                                             | true  | false",
        "{conditions: []}                                 | true  | false",
        "{conditions: [{type: Ready, status: Unknown}]}   | true  | true",
      })
  void a_node_is_lost_that_does_not_answer_and_not_one_that_cannot_be_read(
      String status, boolean unreadable, boolean lost) {
    Node node = TestYaml.read("{metadata: {name: a}, status: %s}".formatted(status), Node.class);
    if (unreadable) {
      new Unreadable("spec.taints", "a string, not a list").mark(node);
    }

    assertThat(Nodes.of(Observed.of(List.of(node))).haveLost(POD)).isEqualTo(lost);
  }
}
