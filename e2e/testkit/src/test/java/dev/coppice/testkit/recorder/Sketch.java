package dev.coppice.testkit.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.SchedulingGates;
import java.util.List;

/** An object with just the fields that a rule reads, changed as a test goes on. */
public final class Sketch {

  private final ObjectNode json = JsonNodeFactory.instance.objectNode();

  private Sketch(String kind, String name, String uid) {
    json.put("kind", kind);
    metadata().put("namespace", "test").put("name", name).put("uid", uid).put("generation", 1);
  }

  public static Sketch of(String kind, String name, String uid) {
    return new Sketch(kind, name, uid);
  }

  public static Sketch podClique(String name, String uid) {
    Sketch clique = of("PodClique", name, uid);
    var _ = clique.spec();
    return clique;
  }

  public static Sketch pod(String name, String uid, Sketch podClique, int index) {
    return of("Pod", name, uid)
        .ownedBy(podClique)
        .label(Labels.POD_INDEX, Integer.toString(index))
        .phase("Pending");
  }

  public Sketch ownedBy(Sketch owner) {
    metadata()
        .withArrayProperty("ownerReferences")
        .removeAll()
        .addObject()
        .put("controller", true)
        .put("kind", owner.json.path("kind").asText())
        .put("name", owner.metadata().path("name").asText())
        .put("uid", owner.metadata().path("uid").asText());
    return this;
  }

  public Sketch label(String key, String value) {
    metadata().withObjectProperty("labels").put(key, value);
    return this;
  }

  public Sketch replicas(int replicas) {
    spec().put("replicas", replicas);
    return this;
  }

  /** A change of the specification, which the API server counts. */
  public Sketch scaled(int replicas) {
    metadata().put("generation", metadata().path("generation").asLong() + 1);
    return replicas(replicas);
  }

  public Sketch generation(long generation) {
    metadata().put("generation", generation);
    return this;
  }

  public Sketch observed(long generation) {
    return status("observedGeneration", generation);
  }

  public Sketch status(String field, long value) {
    json.withObjectProperty("status").put(field, value);
    return this;
  }

  public Sketch status(String field, String value) {
    json.withObjectProperty("status").put(field, value);
    return this;
  }

  /** A PodClique that is divided into subgroups. */
  public Sketch divided(int subGroupSize, String layout) {
    spec().putObject("subGroupPolicy").put("subGroupSize", subGroupSize);
    json.withObjectProperty("status").withObjectProperty("subGroups").put("layout", layout);
    return annotation(Annotations.SUBGROUP_LAYOUT, layout);
  }

  /** What it reports of its subgroups. */
  public Sketch subGroups(String field, int value) {
    json.withObjectProperty("status").withObjectProperty("subGroups").put(field, value);
    return this;
  }

  /** The only replica of a training job, and how far it is. */
  public Sketch attempt(int replica, int attempt, boolean succeeded) {
    json.withObjectProperty("status")
        .withArrayProperty("replicaAttempts")
        .removeAll()
        .addObject()
        .put("replicaIndex", replica)
        .put("attempt", attempt)
        .put("succeeded", succeeded);
    return this;
  }

  /** A pod of a training job that failed, as its PodClique tells. */
  public Sketch failedIndex(int index, String podUid) {
    json.withObjectProperty("status")
        .withArrayProperty("failedIndexes")
        .addObject()
        .put("index", index)
        .put("failures", 1)
        .put("podUID", podUid);
    return this;
  }

  /** A failure of the pod at an index. */
  public Sketch podFailure(int index) {
    json.withObjectProperty("status")
        .withArrayProperty("podFailures")
        .addObject()
        .put("index", index)
        .put("count", 1);
    return this;
  }

  /** An error that its status tells of. */
  public Sketch lastError(String code) {
    json.withObjectProperty("status").withArrayProperty("lastErrors").addObject().put("code", code);
    return this;
  }

  /** An update that has come so far; no end for one that goes on. */
  public Sketch update(String startedAt, String endedAt) {
    ObjectNode progress =
        json.withObjectProperty("status")
            .withObjectProperty("updateProgress")
            .put("updateStartedAt", startedAt);
    if (!endedAt.isEmpty()) {
      progress.put("updateEndedAt", endedAt);
    }
    return this;
  }

  /** An update that has some replicas of a set, or indices of a clique or a group, in hand. */
  public Sketch inHand(int... indices) {
    ObjectNode progress =
        json.withObjectProperty("status").withObjectProperty("updateProgress").removeAll();
    for (int index : indices) {
      if (json.path("kind").asText().equals("PodCliqueSet")) {
        progress.withArrayProperty("currentlyUpdating").addObject().put("replicaIndex", index);
      } else {
        progress.withArrayProperty("replacingIndexes").add(index);
      }
    }
    return this;
  }

  /** The only record of a teardown, with some of the instants that tell how far it is. */
  public Sketch teardown(
      int replica, String timeOfDay, List<String> reached, Sketch... podCliques) {
    String startedAt = "2026-01-01T%sZ".formatted(timeOfDay);
    ObjectNode record =
        json.withObjectProperty("status")
            .withArrayProperty("replicaDeletions")
            .removeAll()
            .addObject()
            .put("replicaIndex", replica)
            .put("cause", "MinAvailableBreached")
            .put("startedAt", startedAt);
    reached.forEach(instant -> record.put(instant, startedAt));
    for (Sketch podClique : podCliques) {
      record
          .withArrayProperty("podCliques")
          .addObject()
          .put("name", podClique.metadata().path("name").asText())
          .put("uid", podClique.metadata().path("uid").asText());
    }
    return this;
  }

  public Sketch withoutTeardowns() {
    json.withObjectProperty("status").remove("replicaDeletions");
    return this;
  }

  public Sketch startsAfter(Sketch... parents) {
    ArrayNode names = spec().withArrayProperty("startsAfter").removeAll();
    for (Sketch parent : parents) {
      names.add(parent.metadata().path("name").asText());
    }
    return this;
  }

  /** A gang with a group for each of some PodCliques. */
  public static Sketch podGang(String name, String uid, Sketch... members) {
    Sketch gang = of("PodGang", name, uid);
    ArrayNode groups = gang.spec().withArrayProperty("podgroups");
    for (Sketch member : members) {
      groups.addObject().put("name", member.metadata().path("name").asText());
    }
    return gang;
  }

  /** The only placement by which a gang is told to a scheduler, of the pods of one PodClique. */
  public Sketch placement(Sketch podClique, int members) {
    json.withObjectProperty("status")
        .withArrayProperty("podGroups")
        .removeAll()
        .addObject()
        .put("name", "one")
        .withArrayProperty("podCliques")
        .addObject()
        .put("name", podClique.metadata().path("name").asText())
        .put("uid", podClique.metadata().path("uid").asText())
        .put("members", members);
    return this;
  }

  public Sketch released() {
    json.withObjectProperty("status").put("released", true);
    return this;
  }

  public Sketch annotation(String key, String value) {
    metadata().withObjectProperty("annotations").put(key, value);
    return this;
  }

  public Sketch condition(String type, String status, long observedGeneration) {
    json.withObjectProperty("status")
        .withArrayProperty("conditions")
        .removeAll()
        .addObject()
        .put("type", type)
        .put("status", status)
        .put("observedGeneration", observedGeneration);
    return this;
  }

  public Sketch ready() {
    return phase("Running").condition("Ready", "True", 1);
  }

  public Sketch phase(String phase) {
    return status("phase", phase);
  }

  public Sketch boundTo(String node) {
    spec().put("nodeName", node);
    return this;
  }

  public Sketch gated() {
    spec()
        .withArrayProperty("schedulingGates")
        .addObject()
        .put("name", SchedulingGates.POD_GANG_PENDING_CREATION);
    return this;
  }

  public Sketch ungated() {
    spec().remove("schedulingGates");
    return this;
  }

  public Sketch finalizer(String name) {
    metadata().withArrayProperty("finalizers").add(name);
    return this;
  }

  public Sketch withoutFinalizers() {
    metadata().remove("finalizers");
    return this;
  }

  public Sketch terminating() {
    metadata().put("deletionTimestamp", "2026-01-01T00:00:00Z");
    return this;
  }

  public ObjectNode spec() {
    return json.withObjectProperty("spec");
  }

  private ObjectNode metadata() {
    return json.withObjectProperty("metadata");
  }

  /** The object as the API server would send it after a change. */
  public JsonNode at(long resourceVersion) {
    ObjectNode sent = json.deepCopy();
    sent.withObjectProperty("metadata").put("resourceVersion", Long.toString(resourceVersion));
    return sent;
  }
}
