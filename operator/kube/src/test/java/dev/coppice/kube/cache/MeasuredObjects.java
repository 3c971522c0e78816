package dev.coppice.kube.cache;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.kube.client.ClusterConnection;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What cached objects take of the heap, measured in a process in which nothing else happens: by
 * what the heap holds with them and without.
 */
final class MeasuredObjects {

  private static final String METADATA =
      """
      {"name":"inference-NUMBER-decode","namespace":"team-a","uid":"0b9a3c9e-6b1a-4d57-9a77-NUMBER",
       "resourceVersion":"NUMBER","generation":3,"creationTimestamp":"2026-11-24T01:07:59Z",
       "labels":{"app.kubernetes.io/managed-by":"grove-operator",
                 "app.kubernetes.io/part-of":"inference-NUMBER",
                 "grove.io/podclique":"inference-NUMBER-decode","grove.io/podgang":"inference-NUMBER",
                 "grove.io/podcliqueset-replica-index":"0",
                 "grove.io/pod-template-hash":"v1-bcdfghjklm"},
       "ownerReferences":[{"apiVersion":"grove.io/v1alpha1","kind":"PodCliqueSet",
         "name":"inference-NUMBER","uid":"0b9a3c9e-6b1a-4d57-9a77-NUMBER","controller":true,
         "blockOwnerDeletion":true}]MORE}\
      """;

  private static final String CONDITIONS =
      """
      [{"type":"Ready","status":"True","lastTransitionTime":"2026-11-24T01:07:59Z"},
       {"type":"PodScheduled","status":"True","lastTransitionTime":"2026-11-24T01:07:50Z"},
       {"type":"ContainersReady","status":"True","lastTransitionTime":"2026-11-24T01:07:59Z"},
       {"type":"Initialized","status":"True","lastTransitionTime":"2026-11-24T01:07:51Z"}]\
      """;

  private static final String POD_SPEC =
      """
      {"containers":[{"name":"main","image":"registry.example.com/inference-engine:1.0",
         "command":["serve","--port","8080"],"env":[{"name":"A","value":"b"}],
         "resources":{"limits":{"cpu":"2","memory":"4Gi","nvidia.com/gpu":"8"}},
         "volumeMounts":[{"name":"cache","mountPath":"/cache"}]}],
       "volumes":[{"name":"cache","emptyDir":{}}]}\
      """;

  private final KubernetesSerialization serialization;

  private MeasuredObjects(KubernetesSerialization serialization) {
    this.serialization = serialization;
  }

  /**
   * Objects of one sort.
   *
   * @param more of the metadata
   * @param rest of the object
   */
  private record Sample(String name, Class<? extends HasMetadata> kind, String more, String rest) {}

  /** A line of what such a process prints. */
  record Line(String name, long measured, long other) {

    static Line of(String text) {
      String[] parts = text.split("\t", 3);
      return new Line(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }
  }

  /** Runs it with the heap of the product. */
  static List<Line> run() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:+UseCompactObjectHeaders",
                // Otherwise only every fourth collection leaves nothing that is dead.
                "-XX:MarkSweepAlwaysCompactCount=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                MeasuredObjects.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("it ended with code " + process.exitValue());
    }
    return printed.lines().filter(line -> line.contains("\t")).map(Line::of).toList();
  }

  /** Prints name, measured and estimated bytes of each sort of objects, and what sharing does. */
  public static void main(String[] args) throws IOException {
    // What the process reads with: it shares texts.
    try (ClusterConnection connection =
        ClusterConnection.open(
            Optional.empty(), "test", Duration.ofSeconds(10), Clock.systemUTC())) {
      MeasuredObjects objects =
          new MeasuredObjects(connection.client().getKubernetesSerialization());
      samples().forEach(objects::print);
      objects.printShared();
    }
  }

  private void print(Sample sample) {
    int count = sample.more().isEmpty() ? 1_000 : 50;
    long measured = bytes(count, i -> read(sample, i));
    long estimated = IntStream.range(0, count).mapToLong(i -> HeldBytes.of(read(sample, i))).sum();
    System.out.println(sample.name() + "\t" + measured + "\t" + estimated);
  }

  private void printShared() {
    Sample clique =
        samples().filter(sample -> sample.name().equals("podclique")).findFirst().orElseThrow();
    SharedPodSpecs podSpecs = new SharedPodSpecs();
    long apart = bytes(1_000, i -> read(clique, i));
    long together =
        bytes(
            1_000,
            i -> {
              HasMetadata object = read(clique, i);
              podSpecs.share(object, null);
              return object;
            });
    System.out.println("shared\t" + together + "\t" + apart);
  }

  private static Stream<Sample> samples() {
    return Stream.of(
        new Sample(
            "pod",
            Pod.class,
            "",
            """
            "spec":{"nodeName":"node-7","hostname":"inference-decode-0","schedulerName":"default-scheduler"},
            "status":{"phase":"Running","conditions":%s,"containerStatuses":
              [{"name":"main","ready":true,"started":true,"restartCount":0}]}\
            """
                .formatted(CONDITIONS)),
        new Sample(
            "podclique",
            PodClique.class,
            "",
            """
            "spec":{"roleName":"decode","replicas":2,"minAvailable":2,"podSpec":%s},
            "status":{"replicas":2,"readyReplicas":2,"conditions":%s}\
            """
                .formatted(POD_SPEC, CONDITIONS)),
        new Sample(
            "podcliqueset",
            PodCliqueSet.class,
            "",
            """
            "spec":{"replicas":1,"template":{"cliques":[
              {"name":"a","spec":{"roleName":"a","replicas":2,"podSpec":%1$s}},
              {"name":"b","spec":{"roleName":"b","replicas":2,"podSpec":%1$s}}]}},
            "status":{"replicas":1,"availableReplicas":1,"conditions":%2$s}\
            """
                .formatted(POD_SPEC, CONDITIONS)),
        new Sample(
            "podgang of 100 pods",
            PodGang.class,
            "",
            """
            "spec":{"podgroups":[{"name":"inference-decode","minReplicas":100,"podReferences":[%s]}]}\
            """
                .formatted(
                    IntStream.range(0, 100)
                        .mapToObj(
                            "{\"namespace\":\"team-a\",\"name\":\"inference-NUMBER-decode-%1$d-bcdfg\"}"
                                ::formatted)
                        .collect(Collectors.joining(",")))),
        new Sample(
            "service",
            Service.class,
            "",
            """
            "spec":{"clusterIP":"None","selector":{"app.kubernetes.io/part-of":"inference-7"}}\
            """),
        new Sample(
            "autoscaler",
            HorizontalPodAutoscaler.class,
            "",
            """
            "spec":{"maxReplicas":4,"scaleTargetRef":{"kind":"PodClique","name":"inference-decode"},
              "metrics":[{"type":"Resource","resource":{"name":"cpu",
                "target":{"type":"Utilization","averageUtilization":80}}}]}\
            """),
        new Sample(
            "node",
            Node.class,
            "",
            """
            "status":{"conditions":[{"type":"Ready","status":"True"}]}\
            """),
        new Sample(
            "set with large annotations",
            PodCliqueSet.class,
            ",\"annotations\":{%s}"
                .formatted(
                    IntStream.range(0, 50)
                        .mapToObj(i ->
                            "\"example.com/note-NUMBER-%d\":\"%s\"".formatted(i, "x".repeat(1000)))
                        .collect(Collectors.joining(","))),
            """
            "spec":{"replicas":1,"template":{"cliques":[]}}\
            """),
        new Sample(
            "set with many finalizers",
            PodCliqueSet.class,
            ",\"finalizers\":[%s]"
                .formatted(
                    IntStream.range(0, 1000)
                        .mapToObj("\"example.com/finalizer-NUMBER-%d\""::formatted)
                        .collect(Collectors.joining(","))),
            """
            "spec":{"replicas":1,"template":{"cliques":[]}}\
            """));
  }

  private HasMetadata read(Sample sample, int number) {
    String json =
        "{\"metadata\":%s,%s}"
            .formatted(METADATA.replace("MORE", sample.more()), sample.rest())
            .replace("NUMBER", Integer.toString(100_000 + number));
    HasMetadata object = serialization.unmarshal(json, sample.kind());
    CacheTransform.apply(object, false);
    return object;
  }

  private static long bytes(int count, IntFunction<?> made) {
    // What is made once, such as classes and shared texts, is there already.
    made(count, made);
    long before = used();
    List<Object> held = made(count, made);
    try {
      return used() - before;
    } finally {
      Reference.reachabilityFence(held);
    }
  }

  private static List<Object> made(int count, IntFunction<?> made) {
    List<Object> objects = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      objects.add(made.apply(i));
    }
    return objects;
  }

  // What a reference queue or another thread holds is dead only for the next collection.
  private static long used() {
    return IntStream.range(0, 5).mapToLong(_ -> usedNow()).min().orElseThrow();
  }

  private static long usedNow() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
