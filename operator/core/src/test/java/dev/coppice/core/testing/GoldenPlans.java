package dev.coppice.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.reconcile.Memory;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Pending;
import dev.coppice.core.reconcile.PlanYaml;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Golden plans: each folder below {@code src/test/resources/golden/<level>} holds a {@code
 * snapshot.yaml} (now, primary, observed, unwrittenSince) and the {@code plan.yaml} that must come
 * of it. With {@code -Dgolden.update=true} the plans are written anew, to be read in the diff.
 */
public final class GoldenPlans {

  private static final Path ROOT = Path.of("src", "test", "resources", "golden");
  private static final ObjectMapper YAML = new YAMLMapper();
  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "PodCliqueSet", PodCliqueSet.class,
          "PodCliqueScalingGroup", PodCliqueScalingGroup.class,
          "PodClique", PodClique.class,
          "PodGang", PodGang.class,
          "Pod", Pod.class,
          "Service", Service.class);

  private GoldenPlans() {}

  /** One test for each scenario of a level. */
  public static <P extends HasMetadata> Stream<DynamicTest> of(
      String level, Class<P> primary, Planner<P> planner) {
    try (Stream<Path> scenarios = Files.list(ROOT.resolve(level))) {
      return scenarios.sorted().toList().stream()
          .map(folder ->
              DynamicTest.dynamicTest(
                  folder.getFileName().toString().replace('-', ' '),
                  folder.resolve("snapshot.yaml").toUri(),
                  () -> verify(folder, primary, planner)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <P extends HasMetadata> void verify(
      Path folder, Class<P> primary, Planner<P> planner) throws IOException {
    JsonNode input = YAML.readTree(folder.resolve("snapshot.yaml").toFile());
    Path golden = folder.resolve("plan.yaml");

    String plan =
        PlanYaml.render(
            planner.plan(snapshot(input, primary), Instant.parse(input.path("now").asText())));

    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(golden, plan);
    }
    assertThat(plan).isEqualTo(Files.readString(golden));
  }

  private static <P extends HasMetadata> Snapshot<P> snapshot(JsonNode input, Class<P> primary) {
    List<HasMetadata> observed = new ArrayList<>();
    for (JsonNode object : input.path("observed")) {
      Class<? extends HasMetadata> kind = KINDS.get(object.path("kind").asText());
      assertThat(kind).as("kind %s is known here", object.path("kind")).isNotNull();
      observed.add(TestYaml.read(object.toString(), kind));
    }
    JsonNode since = input.path("unwrittenSince");
    return Snapshot.of(
        TestYaml.read(input.path("primary").toString(), primary),
        Observed.of(observed),
        since.isMissingNode()
            ? Memory.none()
            : Memory.none().withPending(Pending.STATUS, Instant.parse(since.asText())));
  }
}
