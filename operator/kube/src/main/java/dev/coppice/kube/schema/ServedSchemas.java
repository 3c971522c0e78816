package dev.coppice.kube.schema;

import dev.coppice.api.Crds;
import dev.coppice.core.schema.SchemaGaps;
import dev.coppice.kube.LogKeys;
import dev.coppice.kube.client.FailureReason;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the definitions of the kinds that the operator writes, and compares the schemas that are
 * served with those of this version. Each change of what is missing is told once. Safe for use by
 * many threads.
 */
public final class ServedSchemas implements AutoCloseable {

  private static final Logger LOGGER = LoggerFactory.getLogger(ServedSchemas.class);

  private static final ResourceDefinitionContext DEFINITIONS =
      new ResourceDefinitionContext.Builder()
          .withGroup("apiextensions.k8s.io")
          .withVersion("v1")
          .withKind("CustomResourceDefinition")
          .withPlural("customresourcedefinitions")
          .withNamespaced(false)
          .build();

  private final List<SharedIndexInformer<?>> informers = new ArrayList<>();
  private final Map<WrittenKind, Seen> seen = new ConcurrentHashMap<>();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile SchemaGaps gaps = SchemaGaps.NONE;
  private volatile String failure = "no answer yet";

  /** One definition as it was seen last; without a revision if there is none. */
  private record Seen(String revision, List<String> missing) {
    static final Seen ABSENT = new Seen("", List.of());
  }

  private ServedSchemas() {}

  /** Looks at nothing and finds nothing missing. */
  public static ServedSchemas unwatched() {
    return new ServedSchemas();
  }

  /** Begins to watch. What is served is known a little later. */
  public static ServedSchemas watch(KubernetesClient client, MeterRegistry registry) {
    ServedSchemas schemas = new ServedSchemas();
    for (WrittenKind kind : WrittenKind.ALL) {
      Gauge.builder("coppice.schema.missing.fields", () -> schemas.count(kind))
          .description("Fields that the operator writes and the served schema has no place for")
          .tags("kind", HasMetadata.getSingular(kind.type()))
          .register(registry);
      schemas.watch(client, kind);
    }
    return schemas;
  }

  private double count(WrittenKind kind) {
    Seen last = seen.get(kind);
    return last == null ? Double.NaN : last.missing().size();
  }

  private void watch(KubernetesClient client, WrittenKind kind) {
    SharedIndexInformer<GenericKubernetesResource> informer =
        client
            .genericKubernetesResources(DEFINITIONS)
            .withName(kind.definition())
            .runnableInformer(0);
    informer.exceptionHandler((_, thrown) -> {
      failure = FailureReason.of(thrown);
      return true;
    });
    informer.addEventHandler(
        new ResourceEventHandler<>() {
          @Override
          public void onAdd(GenericKubernetesResource fresh) {
            compare(client, kind, fresh);
          }

          @Override
          public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource after) {
            compare(client, kind, after);
          }

          @Override
          public void onDelete(GenericKubernetesResource last, boolean unseen) {
            see(kind, Seen.ABSENT);
          }
        });
    informers.add(informer);
    var _ =
        informer
            .start()
            .thenRun(() -> {
              if (informer.getStore().list().isEmpty()) {
                see(kind, Seen.ABSENT);
              }
            });
  }

  private void compare(
      KubernetesClient client, WrittenKind kind, GenericKubernetesResource served) {
    String revision = served.getMetadata().getUid() + "/" + served.getMetadata().getGeneration();
    Seen last = seen.get(kind);
    // A status that changes is no other schema.
    if (last == null || !last.revision().equals(revision)) {
      GenericKubernetesResource ours =
          client
              .getKubernetesSerialization()
              .unmarshal(Crds.yaml(kind.definition()), GenericKubernetesResource.class);
      see(kind, new Seen(revision, kind.missing(ours, served)));
    }
  }

  private void see(WrittenKind kind, Seen now) {
    seen.put(kind, now);
    if (haveBeenSeen() && publish()) {
      listeners.forEach(Runnable::run);
    }
  }

  private synchronized boolean publish() {
    SortedMap<String, List<String>> missing = new TreeMap<>();
    StringBuilder revision = new StringBuilder();
    for (WrittenKind kind : WrittenKind.ALL) {
      Seen last = seen.getOrDefault(kind, Seen.ABSENT);
      revision.append(last.revision()).append(' ');
      if (!last.missing().isEmpty()) {
        missing.put(kind.kind(), last.missing());
      }
    }
    SchemaGaps before = gaps;
    SchemaGaps now = new SchemaGaps(revision.toString(), missing);
    gaps = now;
    tell(before.fields(), now.fields());
    // What is seen first changes nothing that was decided, unless something is missing.
    return !now.equals(before) && !(before.equals(SchemaGaps.NONE) && now.fields().isEmpty());
  }

  private static void tell(List<String> before, List<String> now) {
    if (now.equals(before)) {
      return;
    }
    if (now.isEmpty()) {
      LOGGER.atInfo().log("The served schemas have every field that is written");
    } else {
      LOGGER
          .atWarn()
          .addKeyValue(LogKeys.FIELDS, String.join(", ", now))
          .log(
              "The served schemas are older than this version, and what they lack is not kept;"
                  + " bring them up to date with: coppice crds --apply");
    }
  }

  /** What is missing, as seen last. */
  public SchemaGaps gaps() {
    return gaps;
  }

  private boolean haveBeenSeen() {
    return seen.size() == WrittenKind.ALL.size();
  }

  /** Why it is not known yet what is served; empty once it is. */
  public Optional<String> unseen() {
    return haveBeenSeen()
        ? Optional.empty()
        : Optional.of("not every CustomResourceDefinition has been looked at: " + failure);
  }

  /** Has somebody told whenever the served schemas have changed. */
  public void listen(Runnable changed) {
    listeners.add(changed);
  }

  @Override
  public void close() {
    informers.forEach(SharedIndexInformer::close);
  }
}
