package dev.coppice.simulator.rest;

import dev.coppice.api.Labels;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.json.ModelJson;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.kai.KaiKeys;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.core.scheduler.workload.NativeGangs;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.simulator.model.Policies;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;
import org.jspecify.annotations.Nullable;

/**
 * Whatever labels and annotations users write, on a set or on anything below it: all levels come to
 * rest, and no two of their steps write and take away one key.
 */
class RestPropertyTest {

  /**
   * Objects are found by these. One that a user hides is missed first and found again then, so that
   * what follows from it comes and goes once.
   */
  private static final Set<String> FOUND_BY =
      Set.of(
          Labels.MANAGED_BY,
          Labels.PART_OF,
          Labels.POD_CLIQUE,
          Labels.POD_GANG,
          Labels.BASE_POD_GANG,
          Labels.SCALING_GROUP,
          Labels.SET_REPLICA_INDEX,
          Labels.SCALING_GROUP_REPLICA_INDEX);

  private static final List<String> LABELS =
      KnownKeys.all().stream()
          .filter(key -> isAdmitted(new Keys(Map.of(key, "a"), Map.of())))
          .toList();
  private static final List<String> ANNOTATIONS =
      KnownKeys.all().stream()
          .filter(key -> isAdmitted(new Keys(Map.of(), Map.of(key, "a"))))
          .toList();

  /** Who places the pods. */
  enum Scheduler {
    DEFAULT,
    NATIVE_GANGS,
    KAI;

    SchedulerBackends backends() {
      SchedulerBackend backend =
          switch (this) {
            case DEFAULT -> new DefaultScheduler();
            case NATIVE_GANGS -> new NativeGangs(true);
            case KAI -> new KaiScheduler();
          };
      return new SchedulerBackends(List.of(backend), backend);
    }
  }

  /** Labels and annotations. */
  record Keys(Map<String, String> labels, Map<String, String> annotations) {

    // JSON is YAML.
    String yaml() {
      return "labels: %s, annotations: %s"
          .formatted(ModelJson.text(labels), ModelJson.text(annotations));
    }
  }

  /**
   * What users write into a set.
   *
   * @param ofSet on the set itself
   * @param ofClique in the template of its first clique
   * @param ofMember in the template of the clique in its group
   * @param ofGroup annotations in the template of the group
   */
  record Written(Keys ofSet, Keys ofClique, Keys ofMember, Map<String, String> ofGroup) {}

  /**
   * What a user does to one of the objects that are there.
   *
   * @param which its number, round and round
   * @param value null to take the key away
   */
  record Edit(int which, boolean isLabel, String key, @Nullable String value) {}

  @Property(tries = 200)
  void all_levels_come_to_rest_whatever_labels_and_annotations_there_are(
      @ForAll Scheduler scheduler,
      @ForAll boolean queued,
      @ForAll boolean training,
      @ForAll("written") Written written,
      @ForAll("edits") List<Edit> edits,
      @ForAll("laterTemplates") Optional<Written> later) {
    RestWorld world = new RestWorld(scheduler.backends(), queued);
    world.change(() -> {
      world.cluster.create(TestYaml.read("{metadata: {name: q}, spec: {}}", Queue.class));
      world.cluster.create(set(scheduler, training, written));
    });
    world.settle();
    Statistics.label("pods")
        .collect(world.cluster.all(Pod.class).findAny().isPresent() ? "some" : "none")
        .coverage(coverage -> coverage.check("some").percentage(share -> share > 25));

    if (edits.stream().anyMatch(edit -> edit.isLabel() && FOUND_BY.contains(edit.key()))) {
      world.letKeysComeBack();
    }
    world.change(() -> {
      later
          .map(change -> set(scheduler, training, change))
          .ifPresent(
              changed -> world.cluster.change(world.set(), set -> set.withSpec(changed.getSpec())));
      edits.forEach(edit -> apply(world, edit));
    });
    world.settle();
  }

  private static PodCliqueSet set(Scheduler scheduler, boolean training, Written written) {
    Map<String, String> labels = new TreeMap<>(written.ofSet().labels());
    if (scheduler == Scheduler.KAI) {
      labels.putIfAbsent(KaiKeys.QUEUE, "q");
    }
    String podSpec =
        "podSpec: {restartPolicy: %s, containers: [{name: c, image: i}]}"
            .formatted(training ? "Never" : "Always");
    return TestYaml.read(
        """
        metadata: {name: s, namespace: n, %s}
        spec:
          replicas: 1
          %s
          template:
            cliques:
            - {name: a, %s, spec: {replicas: 1, minAvailable: 1, %s}}
            - {name: b, %s, spec: {replicas: 1, minAvailable: 1, %s}}
            podCliqueScalingGroups:
            - {name: g, cliqueNames: [b], replicas: 2, minAvailable: %d, annotations: %s}
        """
            .formatted(
                new Keys(labels, written.ofSet().annotations()).yaml(),
                training ? "workloadType: Training" : "",
                written.ofClique().yaml(),
                podSpec,
                written.ofMember().yaml(),
                podSpec,
                training ? 2 : 1,
                ModelJson.text(written.ofGroup())),
        PodCliqueSet.class);
  }

  private static void apply(RestWorld world, Edit edit) {
    List<HasMetadata> all = world.cluster.all(HasMetadata.class).toList();
    HasMetadata object = all.get(edit.which() % all.size());
    Map<String, String> labels = new TreeMap<>(Omitted.orEmpty(object.getMetadata().getLabels()));
    Map<String, String> annotations =
        new TreeMap<>(Omitted.orEmpty(object.getMetadata().getAnnotations()));
    Map<String, String> edited = edit.isLabel() ? labels : annotations;
    if (edit.value() == null) {
      edited.remove(edit.key());
    } else {
      edited.put(edit.key(), edit.value());
    }
    world.cluster.change(object, known -> Policies.withKeys(known, labels, annotations));
  }

  @Provide
  Arbitrary<Written> written() {
    Arbitrary<Keys> ofSet = Combinators.combine(labels(keys()), annotations(keys())).as(Keys::new);
    Arbitrary<Keys> ofClique =
        Combinators.combine(labels(mostly(LABELS)), annotations(mostly(ANNOTATIONS))).as(Keys::new);
    return Combinators.combine(ofSet, ofClique, ofClique, annotations(mostly(ANNOTATIONS)))
        .as(Written::new);
  }

  @Provide
  Arbitrary<Optional<Written>> laterTemplates() {
    return written().optional(0.4);
  }

  @Provide
  Arbitrary<List<Edit>> edits() {
    Arbitrary<Edit> ofLabels =
        Combinators.combine(
                Arbitraries.integers().between(0, 999), keys(), valuesOfLabels().injectNull(0.3))
            .as((which, key, value) -> new Edit(which, true, key, value));
    Arbitrary<Edit> ofAnnotations =
        Combinators.combine(
                Arbitraries.integers().between(0, 999),
                keys(),
                valuesOfAnnotations().injectNull(0.3))
            .as((which, key, value) -> new Edit(which, false, key, value));
    return Arbitraries.oneOf(ofLabels, ofAnnotations).list().ofMaxSize(6);
  }

  private static Arbitrary<Map<String, String>> labels(Arbitrary<String> keys) {
    return Arbitraries.maps(keys, valuesOfLabels()).ofMinSize(5).ofMaxSize(30);
  }

  private static Arbitrary<Map<String, String>> annotations(Arbitrary<String> keys) {
    return Arbitraries.maps(keys, valuesOfAnnotations()).ofMinSize(5).ofMaxSize(45);
  }

  // One that is refused keeps the set from having pods.
  private static Arbitrary<String> mostly(List<String> admitted) {
    return Arbitraries.frequencyOf(Tuple.of(500, Arbitraries.of(admitted)), Tuple.of(1, keys()));
  }

  private static boolean isAdmitted(Keys ofClique) {
    Keys none = new Keys(Map.of(), Map.of());
    PodCliqueSet set = set(Scheduler.DEFAULT, true, new Written(none, ofClique, none, Map.of()));
    return Validity.standard().of(Defaults.of(set)).isAllowed();
  }

  private static Arbitrary<String> keys() {
    return Arbitraries.of(KnownKeys.all());
  }

  private static Arbitrary<String> valuesOfLabels() {
    return Arbitraries.of(
        "",
        "true",
        "false",
        "never",
        "0",
        "1",
        "2",
        "q",
        "s",
        "s-0",
        "s-0-a",
        "s-0-g",
        "s-0-g-0-b",
        "grove-operator",
        "podclique",
        "podgang",
        "default-scheduler",
        "x".repeat(63));
  }

  private static Arbitrary<String> valuesOfAnnotations() {
    return Arbitraries.oneOf(
        valuesOfLabels(),
        Arbitraries.of(
            " ",
            "a,b,,c",
            "grove.io/copied-labels,team",
            "2026-01-01T00:00:00Z",
            "{\"a\": 1}",
            "line\nbreak ~1/~0 €",
            "x".repeat(1024),
            "x".repeat(1025),
            "€".repeat(400)));
  }
}
