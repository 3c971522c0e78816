package dev.coppice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Verb;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CallTest {

  static Stream<Arguments> paths() {
    ResourcePath pods = ResourcePath.collection(Pod.class, "team-a");
    return Stream.of(
        Arguments.of(pods, "team-a"),
        Arguments.of(pods.object("p"), "team-a"),
        Arguments.of(pods.object("p").subresource("status"), "team-a"),
        Arguments.of(pods.with(Map.of("dryRun", "All")), "team-a"),
        Arguments.of(ResourcePath.collection(ClusterTopologyBinding.class, "").object("t"), ""),
        Arguments.of(ResourcePath.collection(Namespace.class, "").object("n"), ""));
  }

  @ParameterizedTest
  @MethodSource("paths")
  void names_the_namespace_that_it_is_about(ResourcePath path, String namespace) {
    assertThat(Call.read(Verb.GET, path).namespace()).isEqualTo(namespace);
  }
}
