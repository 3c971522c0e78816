package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Rest;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Manifests that were written for Grove work here as they are. */
@EnabledIfEnvironmentVariable(
    named = CompatibilityIT.FOLDER,
    matches = ".+",
    disabledReason = "set COPPICE_COMPAT_MANIFESTS to a folder of manifests to try each of them")
@OnCoppice
class CompatibilityIT {

  static final String FOLDER = "COPPICE_COMPAT_MANIFESTS";

  // Where kubectl puts what names no namespace, and what such manifests name if they do.
  private static final String NAMESPACE = "default";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @ParameterizedTest
  @MethodSource("manifests")
  void applies_unmodified_and_becomes_available(Path manifest, ControlPlane plane) {
    Kubectl kubectl = new Kubectl(plane.kubectl(), plane.kubeconfig(PlaneUser.ADMIN), NAMESPACE);
    try (KubernetesClient client = plane.client(PlaneUser.ADMIN, NAMESPACE);
        Recorder recorder = Recorder.inNamespace(client, NAMESPACE)) {

      kubectl.run("apply", "-f", manifest.toString());

      kubectl.run("wait", "--for=condition=Available", "pcs", "--all", "--timeout=120s");
      var atRest =
          recorder
              .rest()
              .await(
                  Rest.QUIET,
                  PATIENCE,
                  recording -> Invariants.check(Invariants.AT_REST, recording).isEmpty());
      Rules.assertKept(Invariants.AT_REST, recorder.upToDate());
      assertThat(atRest).as("comes to rest").isPresent();
      kubectl.run("delete", "-f", manifest.toString());
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(
                      kubectl
                          .run(
                              "get",
                              "pcs,pcsg,pclq,pg,pods,services,hpa",
                              "-l",
                              Labels.MANAGED_BY + "=" + Labels.MANAGER,
                              "-o",
                              "name")
                          .out())
                  .isEmpty());
      Rules.assertKept(Invariants.ALWAYS, recorder.upToDate());
    }
  }

  static List<Path> manifests() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getenv(FOLDER)))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }
}
