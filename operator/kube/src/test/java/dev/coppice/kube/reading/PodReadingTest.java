package dev.coppice.kube.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.WatchEvent;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Of pods that is read which decisions look at, whoever sends them. */
class PodReadingTest extends ReadingFixture {

  private static final String POD =
      """
      {"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":"n"},
       "spec":{"nodeName":"x","overhead":{"cpu":"5m"},
        "initContainers":[{"name":"logs","image":"i","restartPolicy":"Always"}],
        "containers":[{"name":"main","image":"i","env":[{"name":"A","value":"b"}],"command":["run"],
         "restartPolicy":"Never","resources":{"requests":{"cpu":"10m"}},
         "restartPolicyRules":[{"action":"Restart","exitCodes":{"operator":"In","values":[42]}}]}]},
       "status":{"podIP":"10.0.0.1","allocatedResources":{"cpu":"20m"},
        "containerStatuses":[{"name":"main","allocatedResources":{"cpu":"20m"}}]}}
      """;

  static Stream<Pod> read() {
    PodReadingTest reader = new PodReadingTest();
    WatchEvent event =
        reader.serialization.unmarshal(
            "{\"type\":\"ADDED\",\"object\":" + POD + "}", WatchEvent.class);
    return Stream.of(
        (Pod) event.getObject(),
        reader.list(Pod.class, "{\"metadata\":{},\"items\":[" + POD + "]}").getItems().getFirst());
  }

  @ParameterizedTest
  @MethodSource("read")
  void what_containers_ask_for_and_how_they_are_started_again_is_read(Pod pod) {
    assertThat(pod.getSpec().getOverhead()).isEqualTo(Map.of("cpu", new Quantity("5m")));
    assertThat(pod.getSpec().getInitContainers())
        .singleElement()
        .returns("logs", Container::getName)
        .returns("Always", Container::getRestartPolicy);
    Container main = pod.getSpec().getContainers().getFirst();
    assertThat(main.getRestartPolicy()).isEqualTo("Never");
    assertThat(main.getRestartPolicyRules().getFirst().getExitCodes().getValues())
        .containsExactly(42);
    assertThat(main.getResources().getRequests()).isEqualTo(Map.of("cpu", new Quantity("10m")));
    assertThat(pod.getStatus().getAdditionalProperties())
        .containsEntry("allocatedResources", Map.of("cpu", "20m"));
    assertThat(pod.getStatus().getContainerStatuses().getFirst().getAllocatedResources())
        .isEqualTo(Map.of("cpu", new Quantity("20m")));
  }
}
