package dev.coppice.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.json.ModelJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Manifests to convert, beside this class, and one of which parts are changed. */
final class Example {

  private static final RuleTable ADMISSION = new RuleTable(AdmissionSettings.standard());

  /** Two templates, three pods in a group, nothing said that has no equal. */
  private static final String PLAIN =
      """
      apiVersion: leaderworkerset.x-k8s.io/v1
      kind: LeaderWorkerSet
      metadata: {name: llm}
      spec:
        replicas: 2
        leaderWorkerTemplate:
          size: 3
          restartPolicy: None
          leaderTemplate:
            spec: {containers: [{name: main, image: "i:1"}]}
          workerTemplate:
            spec: {containers: [{name: main, image: "i:1"}]}
      """;

  private Example() {}

  static SampleSet plain() {
    return SampleSet.of(PLAIN);
  }

  /** The same with one template. */
  static SampleSet alone() {
    return plain().with("/spec/leaderWorkerTemplate/leaderTemplate", SampleSet.ABSENT);
  }

  /** What is converted of it. */
  static Manifest convert(SampleSet example) {
    return Manifest.of(example.tree().toString());
  }

  /** The set that it comes to, as a tree; admission has nothing against it. */
  static JsonNode converted(SampleSet example) {
    Manifest manifest = convert(example);
    assertThat(manifest.problems()).isEmpty();
    JsonNode set = ModelJson.tree(manifest.sets().getFirst());
    assertThat(ADMISSION.create(SampleSet.of(set.toString())).message()).isEmpty();
    return set;
  }

  /** What has no equal, without the object that it is in. */
  static List<String> problems(SampleSet example) {
    return convert(example).problems().stream()
        .map(problem -> problem.replaceFirst("^(LeaderWorkerSet \\S+|object 1): ", ""))
        .toList();
  }

  static String file(String name) {
    try (InputStream in = Objects.requireNonNull(Example.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
