package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.coppice.api.Labels;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.AdmissionSettingsBuilder;
import dev.coppice.core.json.ModelJson;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.core.template.ScaleUnits;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pods that come of the sets of Grove's own suites, and of one with TPUs: each folder below
 * {@code src/test/resources/golden/pods} holds a {@code set.yaml} and the {@code pods.yaml} that
 * must come of it, as they are created. The pods of a PodClique are alike but for their index, so
 * there is one of each; those of a group that is divided are all there. With {@code
 * -Dgolden.update=true} they are written anew, to be read in the diff. A set that uses no feature
 * added later has the same pods for ever.
 */
class GoldenPodsTest {

  private static final Path ROOT = Path.of("src", "test", "resources", "golden", "pods");
  private static final String INDEX = "<index>";
  private static final SchedulerBackend STOCK = new DefaultScheduler();
  private static final SchedulerBackends SCHEDULERS =
      new SchedulerBackends(List.of(STOCK, KaiScheduler.notInstalled()), STOCK);
  private static final AdmissionSettings SETTINGS =
      AdmissionSettingsBuilder.builder(AdmissionSettings.standard())
          .schedulers(SCHEDULERS.names())
          .build();
  private static final ObjectMapper YAML =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .build();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "workload1",
        "workload2",
        "workload3",
        "workload4",
        "workload5",
        "workload6",
        "tpu",
        "even",
        "excluded-group"
      })
  void pods_of_a_set_stay_as_they_are(String name) throws IOException {
    Path folder = ROOT.resolve(name);
    SetFixture fixture =
        new SetFixture(
            TestYaml.read(Files.readString(folder.resolve("set.yaml")), PodCliqueSet.class),
            SETTINGS,
            SCHEDULERS);

    fixture.settle();

    String pods = YAML.writeValueAsString(byPodClique(fixture));
    Path golden = folder.resolve("pods.yaml");
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(golden, pods);
    }
    assertThat(pods).isEqualTo(Files.readString(golden));
  }

  private static Map<String, JsonNode> byPodClique(SetFixture fixture) {
    Map<String, JsonNode> pods = new TreeMap<>();
    Map<String, Integer> counts = new TreeMap<>();
    for (Action action : fixture.actions()) {
      if (action instanceof Action.Create(Pod pod, _)) {
        String podClique = pod.getMetadata().getLabels().get(Labels.POD_CLIQUE);
        boolean alike = !pod.getMetadata().getLabels().containsKey(Labels.GROUP_KEY);
        String name = alike ? podClique : pod.getSpec().getHostname();
        JsonNode plain = alike ? withoutIndex(pod, podClique) : withoutUids(pod);
        counts.merge(podClique, 1, Integer::sum);
        assertThat(pods.computeIfAbsent(name, _ -> plain)).as(name).isEqualTo(plain);
      }
    }
    counts.forEach((podClique, count) ->
        assertThat(count).as(podClique).isEqualTo(fixture.clique(podClique).getSpec().replicas()));
    return pods;
  }

  /** The pod as it is whatever its index, and whatever random part its name and UIDs have. */
  private static JsonNode withoutIndex(Pod pod, String podClique) {
    String index = pod.getMetadata().getLabels().get(Labels.POD_INDEX);
    String hostname = podClique + "-" + index;
    assertThat(pod.getMetadata().getName()).startsWith(hostname + "-");
    assertThat(pod.getSpec().getHostname()).isEqualTo(hostname);
    ObjectNode tree = withoutUids(pod);
    ObjectNode metadata = tree.withObject("/metadata");
    metadata.put("name", "%s-%s-xxxxx".formatted(podClique, INDEX));
    metadata.withObject("/labels").put(Labels.POD_INDEX, INDEX);
    tree.withObject("/spec").put("hostname", "%s-%s".formatted(podClique, INDEX));
    return tree;
  }

  private static ObjectNode withoutUids(Pod pod) {
    ObjectNode tree = (ObjectNode) ModelJson.tree(pod);
    ObjectNode metadata = tree.withObject("/metadata");
    metadata.put("name", pod.getSpec().getHostname() + "-xxxxx");
    metadata.withArray("/ownerReferences").forEach(owner -> ((ObjectNode) owner).remove("uid"));
    // They come and go while a pod runs.
    metadata.withObject("/labels").remove(ScaleUnits.MARKS);
    return tree;
  }
}
