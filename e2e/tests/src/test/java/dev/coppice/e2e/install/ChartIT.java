package dev.coppice.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.testkit.Helm;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.OperatorProcessBuilder;
import dev.coppice.testkit.WebhookRegistration;
import dev.coppice.testkit.junit.RunDirectory;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.Binaries;
import dev.coppice.testkit.plane.Component;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.process.FreePorts;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chart in a real cluster, from the first installation to the last set after the uninstall. */
class ChartIT {

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String NAMESPACE = "grove-system";
  private static final String RELEASE = "grove-operator";
  private static final String LONGEST_WAIT = "90s";

  /** A definition and a field of it that sets do not need. */
  private static final String DEFINITION = "clustertopologybindings.grove.io";

  private static final String SET =
      """
      apiVersion: grove.io/v1alpha1
      kind: PodCliqueSet
      metadata: {name: %s}
      spec:
        replicas: 1
        template:
          cliques:
          - name: worker
            spec:
              replicas: %d
              podSpec: {containers: [{name: main, image: "registry.example/model:1"}]}
      """;

  private final Path directory = RunDirectory.of("ChartIT");
  private final Chart chart = Chart.ofCheckout();
  private ControlPlane plane;
  private KubernetesClient client;
  private Helm helm;

  @BeforeEach
  void start() {
    plane =
        ControlPlane.in(directory.resolve("plane"))
            .withoutIdentities()
            // As on clusters that ask for a right on whoever an object holds up.
            .flags(
                Component.API_SERVER,
                "--enable-admission-plugins=OwnerReferencesPermissionEnforcement")
            .start();
    client = plane.client();
    new SimulatedNodes(client).create(NodeShape.gpu("node"), 2);
    kubectl("default")
        .apply(
            """
            apiVersion: v1
            kind: Namespace
            metadata: {name: %s, labels: {pod-security.kubernetes.io/enforce: restricted}}
            """
                .formatted(NAMESPACE));
    helm = new Helm(Binaries.find().helm(), plane.kubeconfig(PlaneUser.ADMIN), NAMESPACE);
  }

  @AfterEach
  void stop() {
    client.close();
    plane.close();
  }

  private Kubectl kubectl(String namespace) {
    return new Kubectl(plane.kubectl(), plane.kubeconfig(PlaneUser.ADMIN), namespace);
  }

  @Test
  void is_taken_with_each_of_its_values() {
    kubectl(NAMESPACE).apply(ForeignDefinitions.YAML);
    kubectl(NAMESPACE).run("wait", "--for=condition=Established", "crd", "--all");

    for (Path values : chart.valuesOfCi()) {
      helm.run("lint", "--strict", chart.folder().toString(), "--values", values.toString());
      String manifests =
          helm.run("template", RELEASE, chart.folder().toString(), "--values", values.toString());

      Kubectl.Result applied =
          kubectl(NAMESPACE)
              .call(manifests, "apply", "--server-side", "--dry-run=server", "-f", "-");

      assertThat(applied.code()).as("%s: %s", values, applied.err()).isZero();
      assertThat(applied.err()).as("warnings of %s", values).isEmpty();
    }
  }

  @Test
  void is_installed_upgraded_and_removed_without_harm_to_sets(@TempDir Path copy) {
    int port = FreePorts.take(1).getFirst();
    String[] values = {
      "--set",
      "service.type=ExternalName,service.externalName=localhost",
      "--set",
      "config.server.webhooks.port=" + port,
      "--wait",
      "--timeout",
      LONGEST_WAIT
    };
    Chart older = chart.older(copy, DEFINITION, ChartIT::withoutLevels);

    helm("install", older, values);

    assertPodsRunAsTheyMustBe();
    assertThat(release().length()).as("bytes of the stored release").isLessThan(1 << 20);
    assertThat(levels()).isEmpty();
    plane.identify();
    try (OperatorProcess webhook =
            process(PlaneUser.WEBHOOK)
                .subcommand("webhook")
                .configure("server.webhooks.port", port)
                .configure("server.webhooks.url", "")
                .launch();
        OperatorProcess operator = process(PlaneUser.OPERATOR).start()) {
      webhook.awaitReady();
      WebhookRegistration.awaitAnswers(client);
      assertThat(kubectl("default").call(SET.formatted("wrong", -1), "apply", "-f", "-").err())
          .contains("is invalid", "spec.template.cliques[0].spec.replicas");
      kubectl("default").apply(SET.formatted("kept", 2));
      // That API server learns of new kinds every half minute, and refuses their children before.
      kubectl("default").run("wait", "--for=condition=Available", "pcs/kept", "--timeout=110s");
      Set<String> pods = uids("pods");
      String bundle = bundle();

      helm("upgrade", chart, values);

      assertThat(levels()).as("the field that is new").isNotEmpty();
      assertThat(uids("pods")).isEqualTo(pods);
      assertThat(bundle()).isEqualTo(bundle).isNotEmpty();
      WebhookRegistration.awaitAnswers(client);
      assertNobodyPutsACertificateIntoASecretThatGoes();
      assertUsersMayWorkInTheirNamespaceOnly();
      assertThat(operator.isReady()).isTrue();

      helm.run("uninstall", RELEASE, "--wait", "--timeout", LONGEST_WAIT);
    }

    assertNothingIsLeft();
    assertThat(uids("pods")).hasSize(2);
    kubectl("default").run("delete", "pcs/kept", "--timeout=60s");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(uids("pods")).isEmpty();
          assertThat(uids("podcliques,podgangs,services")).hasSize(1); // the service kubernetes
        });
  }

  private void helm(String what, Chart version, String... values) {
    String[] arguments = new String[values.length + 3];
    arguments[0] = what;
    arguments[1] = RELEASE;
    arguments[2] = version.folder().toString();
    System.arraycopy(values, 0, arguments, 3, values.length);
    helm.run(arguments);
  }

  /** One of the two processes, as the pods that are only played would run it. */
  private OperatorProcessBuilder process(PlaneUser user) {
    return OperatorProcess.in(directory.resolve(user.name()), plane.kubeconfig(user))
        .configure("leaderElection.enabled", true);
  }

  private static void withoutLevels(JsonNode definition) {
    for (JsonNode version : definition.at("/spec/versions")) {
      ObjectNode spec = (ObjectNode) version.at("/schema/openAPIV3Schema/properties/spec");
      ((ObjectNode) spec.path("properties")).remove("levels");
      spec.remove("required");
    }
  }

  private String levels() {
    return kubectl("default")
        .run(
            "get",
            "crd",
            DEFINITION,
            "-o",
            "jsonpath={.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.levels.type}")
        .out();
  }

  /** Deployments are complete, and nobody had to be asked twice. */
  private void assertPodsRunAsTheyMustBe() {
    assertThat(
            kubectl(NAMESPACE)
                .run("get", "deployments", "-o", "jsonpath={.items[*].status.readyReplicas}")
                .out())
        .isEqualTo("2 2");
    assertThat(
            kubectl(NAMESPACE)
                .run("get", "events", "--field-selector=reason=FailedCreate", "-o", "name")
                .out())
        .isEmpty();
  }

  private String release() {
    return kubectl(NAMESPACE)
        .run(
            "get",
            "secrets",
            "--field-selector=type=helm.sh/release.v1",
            "-o",
            "jsonpath={.items[0].data.release}")
        .out();
  }

  private String bundle() {
    return kubectl("default")
        .run(
            "get",
            "validatingwebhookconfiguration",
            "podcliqueset-validating-webhook",
            "-o",
            "jsonpath={.webhooks[0].clientConfig.caBundle}")
        .out();
  }

  private Set<String> uids(String kinds) {
    String out =
        kubectl("default").run("get", kinds, "-o", "jsonpath={.items[*].metadata.uid}").out();
    Set<String> uids = new TreeSet<>(List.of(out.strip().split("\\s+")));
    uids.remove("");
    return uids;
  }

  /** Helm would remove the Secret that the webhook filled, and what somebody put in its place. */
  private void assertNobodyPutsACertificateIntoASecretThatGoes() {
    assertThatIllegalStateException()
        .isThrownBy(() ->
            helm(
                "upgrade",
                chart,
                "--reuse-values",
                "--set",
                "config.server.webhooks.certProvisionMode=manual"))
        .withMessageContaining("one of another name");
  }

  private void assertUsersMayWorkInTheirNamespaceOnly() {
    kubectl("default").run("create", "namespace", "team");
    kubectl("team").run("create", "rolebinding", "dev", "--clusterrole=edit", "--user=dev");
    Kubectl team = kubectl("team");
    await()
        .atMost(PATIENCE)
        .until(() ->
            team.call("", "auth", "can-i", "create", "pcs", "--as=dev").out().startsWith("yes"));

    assertThat(team.call(SET.formatted("theirs", 1), "apply", "--as=dev", "-f", "-").code())
        .isZero();
    team.run("scale", "pcs/theirs", "--replicas=2", "--as=dev");
    team.run("get", "pclq", "--as=dev");
    // As another operator leaves it behind.
    team.run(
        "patch",
        "pcs/theirs",
        "--type=merge",
        "--patch={\"metadata\":{\"finalizers\":[\"grove.io/podcliqueset.grove.io\"]}}");
    team.run("delete", "pcs/theirs", "--as=dev", "--timeout=60s");

    for (String[] refused :
        new String[][] {
          {"get", "pcs", "-n", "default"},
          {"delete", "pcs/kept", "-n", "default"},
          {"scale", "pcs/kept", "--replicas=0", "-n", "default"},
          {"get", "pcs", "--all-namespaces"}
        }) {
      String[] arguments = new String[refused.length + 1];
      System.arraycopy(refused, 0, arguments, 0, refused.length);
      arguments[refused.length] = "--as=dev";
      assertThat(team.call("", arguments).err())
          .as(String.join(" ", refused))
          .contains("forbidden");
    }
  }

  private void assertNothingIsLeft() {
    String kinds =
        "deployments,services,serviceaccounts,secrets,configmaps,roles,rolebindings,clusterroles,"
            + "clusterrolebindings,poddisruptionbudgets,networkpolicies,"
            + "mutatingwebhookconfigurations,validatingwebhookconfigurations";
    assertThat(
            kubectl("default")
                .run(
                    "get",
                    kinds,
                    "--all-namespaces",
                    "--selector=app.kubernetes.io/instance=" + RELEASE,
                    "-o",
                    "name")
                .out())
        .isEmpty();
    assertThat(kubectl("default").run("get", "crd", "-o", "name").out().lines()).hasSize(6);
  }
}
