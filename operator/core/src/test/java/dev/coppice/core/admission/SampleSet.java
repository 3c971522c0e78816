package dev.coppice.core.admission;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.testing.TestYaml;
import java.nio.file.Path;
import java.util.List;

/**
 * A set in which nothing is wrong, and what comes of it when one thing is changed. A router stands
 * alone, leader and workers scale as one.
 */
public final class SampleSet {

  /** Takes a field away. */
  public static final String ABSENT = "(absent)";

  private static final YAMLMapper YAML = new YAMLMapper();

  private final JsonNode tree;

  private SampleSet(JsonNode tree) {
    this.tree = tree;
  }

  public static SampleSet valid() {
    return of(
        """
        apiVersion: grove.io/v1alpha1
        kind: PodCliqueSet
        metadata: {name: llm, namespace: serving}
        spec:
          replicas: 2
          template:
            cliqueStartupType: CliqueStartupTypeExplicit
            terminationDelay: 4h
            headlessServiceConfig: {publishNotReadyAddresses: true}
            cliques:
            - name: router
              labels: {team: search}
              annotations: {example.com/note: any text}
              spec:
                roleName: router
                replicas: 2
                minAvailable: 1
                autoScalingConfig: {minReplicas: 1, maxReplicas: 4}
                podSpec:
                  restartPolicy: Always
                  terminationGracePeriodSeconds: 30
                  initContainers: [{name: load, image: "i:1", env: [{name: FROM, value: x}]}]
                  containers: [{name: main, image: "i:1", env: [{name: PORT, value: "80"}]}]
            - name: leader
              spec:
                roleName: leader
                replicas: 1
                minAvailable: 1
                startsAfter: [router]
                podSpec:
                  restartPolicy: Always
                  terminationGracePeriodSeconds: 30
                  containers: [{name: main, image: "i:1"}]
            - name: worker
              spec:
                roleName: worker
                replicas: 3
                minAvailable: 2
                startsAfter: [leader]
                podSpec:
                  restartPolicy: Always
                  terminationGracePeriodSeconds: 30
                  containers: [{name: main, image: "i:1"}]
            podCliqueScalingGroups:
            - name: decode
              cliqueNames: [leader, worker]
              replicas: 2
              minAvailable: 1
              scaleConfig: {minReplicas: 1, maxReplicas: 3}
        """);
  }

  /** The same as a training job, with every field that it has of its own. */
  public static SampleSet training() {
    return valid()
        .with("/spec/workloadType", "Training")
        .with(
            "/spec/trainingSpec",
            "{maxRuntime: 24h, maxRestarts: 2, ttlSecondsAfterFinished: 3600}")
        .with("/spec/template/terminationDelay", "0s")
        .with("/spec/template/cliques/0/spec/autoScalingConfig", ABSENT)
        .with("/spec/template/podCliqueScalingGroups/0/scaleConfig", ABSENT)
        .with("/spec/template/cliques/0/spec/podSpec/restartPolicy", "Never")
        .with("/spec/template/cliques/1/spec/podSpec/restartPolicy", "Never")
        .with("/spec/template/cliques/2/spec/podSpec/restartPolicy", "Never");
  }

  public static SampleSet of(String yaml) {
    try {
      return new SampleSet(YAML.readTree(yaml));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** The sets of a manifest, in which there may be other objects too. */
  static List<SampleSet> allIn(Path manifest) {
    return TestYaml.documents(manifest).stream()
        .filter(object -> object.path("kind").asText().equals("PodCliqueSet"))
        .map(SampleSet::new)
        .toList();
  }

  /**
   * The set with another value in one place.
   *
   * @param pointer the place, as in RFC 6901; missing objects on the way are made, and {@code -}
   *     appends to a list
   * @param yaml the value, or {@link #ABSENT}
   */
  public SampleSet with(String pointer, String yaml) {
    JsonNode copy = tree.deepCopy();
    int last = pointer.lastIndexOf('/');
    String field = pointer.substring(last + 1).replace("~1", "/");
    JsonNode parent = parent(copy, JsonPointer.compile(pointer.substring(0, last)));
    if (parent instanceof ArrayNode list) {
      if (yaml.equals(ABSENT)) {
        list.remove(Integer.parseInt(field));
      } else if (field.equals("-")) {
        list.add(read(yaml));
      } else {
        list.set(Integer.parseInt(field), read(yaml));
      }
    } else if (yaml.equals(ABSENT)) {
      ((ObjectNode) parent).remove(field);
    } else {
      ((ObjectNode) parent).set(field, read(yaml));
    }
    return new SampleSet(copy);
  }

  public JsonNode tree() {
    return tree.deepCopy();
  }

  public PodCliqueSet set() {
    return TestYaml.read(tree.toString(), PodCliqueSet.class);
  }

  private static JsonNode parent(JsonNode tree, JsonPointer pointer) {
    JsonNode node = tree.at(pointer);
    return node.isMissingNode() ? ((ObjectNode) tree).withObject(pointer) : node;
  }

  private static JsonNode read(String yaml) {
    try {
      return YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
