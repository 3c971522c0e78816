package dev.coppice.e2e.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.Kubectl.Result;
import dev.coppice.testkit.junit.OnCoppice;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several owners can each apply their part of a set, down into the pods of its cliques. */
@OnCoppice
class ServerSideApplyIT {

  private static final String POD_SPEC = ".spec.template.cliques[0].spec.podSpec";
  private static final String MAIN = POD_SPEC + ".containers[?(@.name==\"main\")]";

  /** No replica: nothing but the set itself is looked at. */
  private static final String HEAD =
      """
      apiVersion: grove.io/v1alpha1
      kind: PodCliqueSet
      metadata: {name: llm}
      spec:
        replicas: 0
        template:
          cliques:
      """;

  private static final String SERVING =
      HEAD
          + """
              - name: decode
                spec:
                  replicas: 2
                  podSpec:
                    containers:
                    - name: main
                      image: registry.example/model:1
                      env: [{name: MODEL, value: large}]
                      ports: [{containerPort: 8080}]
          """;

  private static final String MESH =
      HEAD
          + """
              - name: decode
                spec:
                  podSpec:
                    containers:
                    - name: main
                      env: [{name: PROXY, value: localhost}]
                      ports: [{containerPort: 8080, protocol: UDP}, {containerPort: 9090}]
                    - name: proxy
                      image: registry.example/proxy:1
          """;

  private Kubectl kubectl;

  @BeforeEach
  void keep(Kubectl tool) {
    kubectl = tool;
  }

  @Test
  void merges_containers_variables_and_ports_of_two_owners_by_their_keys() {
    applyAs("serving", SERVING);
    applyAs("mesh", MESH);

    assertThat(words(POD_SPEC + ".containers[*].name")).containsExactly("main", "proxy");
    assertThat(words(MAIN + ".image")).containsExactly("registry.example/model:1");
    assertThat(words(MAIN + ".env[*].name")).containsExactly("MODEL", "PROXY");
    assertThat(words(MAIN + ".ports[*].containerPort")).containsExactly("8080", "8080", "9090");
    assertThat(words(MAIN + ".ports[*].protocol")).containsExactly("TCP", "UDP", "TCP");
  }

  @Test
  void takes_away_what_its_only_owner_no_longer_applies_and_nothing_else() {
    applyAs("serving", SERVING);
    applyAs("mesh", MESH);

    applyAs("mesh", HEAD + "    - name: decode\n");

    assertThat(words(POD_SPEC + ".containers[*].name")).containsExactly("main");
    assertThat(words(MAIN + ".env[*].name")).containsExactly("MODEL");
    assertThat(words(MAIN + ".ports[*].protocol")).containsExactly("TCP");
  }

  @Test
  void names_the_field_over_which_two_owners_disagree() {
    applyAs("serving", SERVING);

    Result refused = callAs("mesh", SERVING.replace("model:1", "model:2"));

    assertThat(refused.code()).isNotZero();
    assertThat(refused.err())
        .contains("conflict with \"serving\"")
        .contains(
            ".spec.template.cliques[name=\"decode\"].spec.podSpec.containers[name=\"main\"].image");
    assertThat(words(MAIN + ".image")).containsExactly("registry.example/model:1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--server-side=true", "--server-side=false"})
  void changes_nothing_when_the_same_is_applied_again(String side) {
    String manifest = SERVING.replace("replicas: 0", "replicas: 1");
    Result first = kubectl.call(manifest, "apply", side, "-f", "-");
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");
    List<String> before = words(".metadata.generation");

    Result again = kubectl.call(manifest, "apply", side, "-f", "-");

    assertThat(List.of(first, again)).allMatch(result -> result.code() == 0);
    assertThat(words(".metadata.generation")).isEqualTo(before).containsExactly("1");
  }

  /**
   * On the client a list is compared as a whole, so kubectl sees a difference, harmless as it is,
   * where the API server has filled in a key or the webhook a default.
   */
  @Test
  void says_that_nothing_changes_when_a_manifest_leaves_nothing_in_its_lists_to_be_filled_in() {
    String manifest =
        HEAD
            + """
                - name: decode
                  spec:
                    roleName: decode
                    replicas: 2
                    minAvailable: 2
                    podSpec:
                      restartPolicy: Always
                      terminationGracePeriodSeconds: 30
                      containers:
                      - name: main
                        image: registry.example/model:1
                        ports: [{containerPort: 8080, protocol: TCP}]
            """;
    kubectl.apply(manifest);

    Result again = kubectl.apply(manifest);

    assertThat(again.out()).isEqualTo("podcliqueset.grove.io/llm unchanged\n");
  }

  @Test
  void keeps_fields_of_newer_pod_specs_at_every_depth() {
    String manifest =
        HEAD.replace("replicas: 0", "replicas: 1")
            + """
                - name: decode
                  spec:
                    podSpec:
                      futurePolicy: {mode: fast}
                      containers:
                      - name: main
                        image: registry.example/model:1
                        resources: {requests: {cpu: 10m}, futureShares: [{of: gpu}]}
                        ports: [{containerPort: 8080, futureFlag: true}]
                        env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name, futureRef: x}}}]
            """;

    applyAs("serving", manifest);

    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");
    assertKept("pcs/llm", POD_SPEC);
    assertKept("pclq/llm-0-decode", ".spec.podSpec");
  }

  private void assertKept(String object, String podSpec) {
    assertThat(text(object, podSpec + ".futurePolicy.mode")).isEqualTo("fast");
    String main = podSpec + ".containers[0]";
    assertThat(text(object, main + ".resources.futureShares[0].of")).isEqualTo("gpu");
    assertThat(text(object, main + ".ports[0].futureFlag")).isEqualTo("true");
    assertThat(text(object, main + ".env[0].valueFrom.fieldRef.futureRef")).isEqualTo("x");
  }

  private void applyAs(String manager, String manifest) {
    Result result = callAs(manager, manifest);
    assertThat(result.code()).as(result.err()).isZero();
  }

  private Result callAs(String manager, String manifest) {
    return kubectl.call(
        manifest, "apply", "--server-side", "--field-manager=" + manager, "-f", "-");
  }

  /** What stands at a path of the set. */
  private List<String> words(String path) {
    return Stream.of(text("pcs/llm", path).split(" ", -1)).toList();
  }

  private String text(String object, String path) {
    return kubectl.run("get", object, "-o", "jsonpath={%s}".formatted(path)).out();
  }
}
