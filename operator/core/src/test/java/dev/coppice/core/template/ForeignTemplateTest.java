package dev.coppice.core.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.testing.TestYaml;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What differs between a PodClique of another operator and the one that we would make: what says
 * nothing about the template, and beside each of these its neighbour that does.
 */
class ForeignTemplateTest {

  private static final String SET =
      """
      metadata: {name: llm, namespace: ai, uid: u}
      spec:
        replicas: 1
        template:
          PRIORITY
          cliques:
          - name: wkr
            spec: {replicas: 1, podSpec: {OF_CLIQUE containers: [{name: main, image: vllm}]}}
          podCliqueScalingGroups:
          - {name: g, cliqueNames: [wkr]}
      """;

  private static final String OURS =
      """
      metadata:
        name: llm-0-g-0-wkr
        namespace: ai
        labels:
          app.kubernetes.io/part-of: llm
          app.kubernetes.io/name: llm-0-g-0-wkr
          grove.io/podcliquescalinggroup: llm-0-g
          grove.io/podgang: llm-0
          grove.io/pod-template-hash: v1-sm9m4b9c5s
          team: a
        annotations: {scrape: "true", grove.io/copied-labels: team, grove.io/copied-annotations: scrape}
      spec:
        roleName: wkr
        replicas: 1
        podSpec:
          CLASS
          containers:
          - name: main
            image: vllm
            env:
            - {name: GROVE_PCSG_NAME, valueFrom: {fieldRef: {fieldPath: "metadata.labels['grove.io/podcliquescalinggroup']"}}}
            - {name: GROVE_PCSG_TEMPLATE_NUM_PODS, value: "1"}
            - {name: A, value: "1"}
            - {name: B, value: "2"}
            - {name: CORES, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}
          volumes:
          - {name: scratch, emptyDir: {}}
          affinity:
            podAntiAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
              - {topologyKey: host, namespaceSelector: {}}
      """;

  private static final String THEIRS =
      OURS.replace("v1-sm9m4b9c5s", "6b5c9d7f4")
          .replace(", grove.io/copied-labels: team, grove.io/copied-annotations: scrape", "");

  private static final String NAME =
      "      - {name: GROVE_PCSG_NAME, valueFrom: {fieldRef: {fieldPath: \"metadata.labels['grove.io/podcliquescalinggroup']\"}}}\n";
  private static final String A = "      - {name: A, value: \"1\"}\n";
  private static final String B = "      - {name: B, value: \"2\"}\n";
  private static final String MAIN = "      image: vllm\n";
  private static final String NO_OTHER = "";

  /** Step, ours, theirs, and what the set and its clique say of a priority class. */
  static Stream<Arguments> says_nothing_about_the_template() {
    return Stream.of(
        row(
            "1 variables of the operator behind the user's",
            OURS,
            THEIRS.replace(NAME, NO_OTHER).replace(B, B + NAME)),
        row(
            "1 a variable of a later version",
            OURS,
            THEIRS.replace(B, B + variable("GROVE_PCSG_POD_INDEX"))),
        row("1 a variable twice", OURS, THEIRS.replace(B, B + variable("GROVE_PCSG_NAME"))),
        row(
            "1 variables in pods alone",
            OURS,
            THEIRS.replace(B, B + variable("GROVE_HEADLESS_SERVICE"))),
        row(
            "1 variables of an init container",
            init(""),
            init("env: [{name: GROVE_PCSG_INDEX, value: x}]", THEIRS)),
        row(
            "2 the class of the set is on ours alone",
            withClass(OURS, "high"),
            withClass(THEIRS, ""),
            "high",
            ""),
        row(
            "2 the class of the set is empty on theirs",
            withClass(OURS, "high"),
            withClass(THEIRS, "\"\""),
            "high",
            ""),
        row(
            "3 another name of the gang",
            OURS,
            THEIRS.replace(
                "grove.io/podgang: llm-0", "grove.io/podgang: llm-0-1788533963425275530")),
        row(
            "3 a name that a user gave is overwritten",
            OURS.replace("part-of: llm\n", "part-of: llm\n    app.kubernetes.io/component: mine\n"),
            THEIRS),
        row(
            "3 annotations of an operator",
            OURS,
            THEIRS.replace(
                "scrape: \"true\"",
                "scrape: \"true\", grove.io/topology-name: racks, grove.io/mnnvl-group: fast")),
        row(
            "4 a claim for a domain of NVLink",
            OURS,
            claim(
                THEIRS,
                "{name: mnnvl-claim, resourceClaimTemplateName: llm-0-fast}",
                "mnnvl-claim")),
        row(
            "4 a claim that is shared",
            OURS,
            claim(
                THEIRS,
                "{name: llm-0-all-gpus, resourceClaimName: llm-0-all-gpus}",
                "llm-0-all-gpus")),
        row("5 resources without any", OURS, THEIRS.replace(MAIN, MAIN + "      resources: {}\n")),
        row(
            "5 resources with nothing in them",
            OURS,
            THEIRS.replace(MAIN, MAIN + "      resources: {limits: {}, claims: []}\n")),
        row(
            "5 a security context of nothing",
            OURS,
            THEIRS
                .replace(MAIN, MAIN + "      securityContext: {}\n")
                .replace("    containers:\n", "    securityContext: {}\n    containers:\n")),
        row(
            "5 an empty list and an empty map",
            OURS,
            THEIRS.replace(
                "    containers:\n",
                "    tolerations: []\n    nodeSelector: {}\n    containers:\n")),
        row(
            "5 a divisor of nothing",
            OURS,
            THEIRS.replace("resource: limits.cpu", "resource: limits.cpu, divisor: \"0\"")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void says_nothing_about_the_template(
      String step, String ours, String theirs, String ofSet, String ofClique) {
    assertThat(Adoption.adopt(set(ofSet, ofClique), clique(theirs), clique(ours))).isPresent();
  }

  static Stream<Arguments> says_that_the_template_is_another_one() {
    return Stream.of(
        row("1 the order of the user's own variables", OURS, THEIRS.replace(A + B, B + A)),
        row("1 a variable of the user", OURS, THEIRS.replace(B, B + variable("GROVE_MODEL"))),
        row("1 the value of a variable of the user", OURS, THEIRS.replace(B, B.replace("2", "3"))),
        row(
            "1 a variable of the user in an init container",
            init(""),
            init("env: [{name: A, value: x}]", THEIRS)),
        row(
            "2 the class of the clique is on ours alone",
            withClass(OURS, "own"),
            withClass(THEIRS, ""),
            "high",
            "own"),
        row(
            "2 another class than that of the set",
            withClass(OURS, "high"),
            withClass(THEIRS, "low"),
            "high",
            ""),
        row("2 a class that the set does not name", withClass(OURS, ""), withClass(THEIRS, "low")),
        row("3 a label of the user", OURS, THEIRS.replace("team: a", "team: b")),
        row(
            "3 a label of the user that is missing",
            OURS,
            THEIRS.replace("    team: a\n", NO_OTHER)),
        row(
            "3 an annotation of the user",
            OURS,
            THEIRS.replace("scrape: \"true\"", "scrape: \"false\"")),
        row(
            "3 a recommended label that no operator writes",
            OURS.replace("    team: a\n", "    team: a\n    app.kubernetes.io/version: \"2\"\n"),
            THEIRS),
        row(
            "4 a claim of the user",
            OURS,
            claim(THEIRS, "{name: gpu, resourceClaimTemplateName: llm-0-fast}", "gpu")),
        row(
            "4 a claim of the user by the name of an operator's",
            OURS,
            claim(THEIRS, "{name: mnnvl-claim, resourceClaimTemplateName: mine}", "mnnvl-claim")),
        row(
            "4 a claim that is another set's",
            OURS,
            claim(THEIRS, "{name: other-0-all, resourceClaimName: other-0-all}", "other-0-all")),
        row(
            "4 a claim that one container alone has",
            OURS,
            THEIRS.replace(MAIN, MAIN + "      resources: {claims: [{name: gpu}]}\n")),
        row(
            "5 resources",
            OURS,
            THEIRS.replace(MAIN, MAIN + "      resources: {limits: {cpu: \"1\"}}\n")),
        row(
            "5 a security context",
            OURS,
            THEIRS.replace(MAIN, MAIN + "      securityContext: {runAsUser: 0}\n")),
        row("5 a volume of nothing", OURS, THEIRS.replace("emptyDir: {}", "hostPath: {path: /x}")),
        row("5 a volume that is told nothing", OURS, THEIRS.replace(", emptyDir: {}", NO_OTHER)),
        row(
            "5 a selector of everything",
            OURS,
            THEIRS.replace(", namespaceSelector: {}", NO_OTHER)),
        row(
            "5 a divisor",
            OURS,
            THEIRS.replace("resource: limits.cpu", "resource: limits.cpu, divisor: \"1\"")),
        row("another image", OURS, THEIRS.replace(MAIN, "      image: sglang\n")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void says_that_the_template_is_another_one(
      String step, String ours, String theirs, String ofSet, String ofClique) {
    assertThat(Adoption.adopt(set(ofSet, ofClique), clique(theirs), clique(ours))).isEmpty();
  }

  private static Arguments row(String step, String ours, String theirs) {
    return row(step, ours, theirs, "", "");
  }

  private static Arguments row(
      String step, String ours, String theirs, String ofSet, String ofClique) {
    return Arguments.of(step, ours, theirs, ofSet, ofClique);
  }

  private static String variable(String name) {
    return "      - {name: %s, value: x}\n".formatted(name);
  }

  private static String init(String more) {
    return init(more, OURS);
  }

  private static String init(String more, String clique) {
    String last = more.isEmpty() ? "" : ", " + more;
    return clique.replace(
        "    containers:\n",
        "    initContainers: [{name: fetch, image: i%s}]\n    containers:\n".formatted(last));
  }

  private static String withClass(String clique, String name) {
    return clique.replace("CLASS", name.isEmpty() ? "" : "priorityClassName: " + name);
  }

  private static String claim(String clique, String claim, String name) {
    return clique
        .replace(
            "    containers:\n", "    resourceClaims: [%s]\n    containers:\n".formatted(claim))
        .replace(MAIN, MAIN + "      resources: {claims: [{name: %s}]}\n".formatted(name));
  }

  private static PodCliqueSet set(String ofSet, String ofClique) {
    return TestYaml.read(
        SET.replace("PRIORITY", ofSet.isEmpty() ? "" : "priorityClassName: " + ofSet)
            .replace(
                "OF_CLIQUE",
                ofClique.isEmpty() ? "" : "priorityClassName: %s,".formatted(ofClique)),
        PodCliqueSet.class);
  }

  private static PodClique clique(String yaml) {
    return TestYaml.read(yaml.replace("    CLASS\n", ""), PodClique.class);
  }
}
