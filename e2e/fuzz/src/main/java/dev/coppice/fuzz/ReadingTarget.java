package dev.coppice.fuzz;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.scheduler.workload.PlacedGroup;
import dev.coppice.kube.cache.Caches;
import dev.coppice.kube.cache.ObjectStore;
import dev.coppice.kube.reading.ClusterSerialization;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Events of watches and lists, as informers read them, and the caches behind them. */
final class ReadingTarget implements Target {

  static final List<Class<? extends KubernetesResource>> KINDS =
      List.of(
          PodCliqueSet.class,
          PodCliqueScalingGroup.class,
          PodClique.class,
          PodGang.class,
          PlacedGroup.class,
          Service.class,
          HorizontalPodAutoscaler.class,
          Node.class,
          Pod.class,
          Status.class);

  private static final KubernetesSerialization SERIALIZATION = ClusterSerialization.of(KINDS);

  private final Corpus corpus;
  private final Caches caches = new Caches(new SimpleMeterRegistry(), Set.of(Node.class), true);

  ReadingTarget(Corpus corpus) {
    this.corpus = corpus;
  }

  @Override
  public String name() {
    return "reading";
  }

  @Override
  public Attempt attempt(Random random) {
    HasMetadata object = corpus.object(random);
    String hostile = new Mutation(random).of(Corpus.tree(object));
    return random.nextBoolean() ? event(hostile) : list(object, hostile);
  }

  private Attempt event(String object) {
    String event = "{\"type\":\"MODIFIED\",\"object\":%s}".formatted(object);
    return new Attempt(
        event,
        () -> {
          WatchEvent read =
              SERIALIZATION.unmarshal(stream(event), new TypeReference<WatchEvent>() {});
          if (read.getObject() == null) {
            throw new AssertionError("an event of nothing");
          }
          if (read.getObject() instanceof HasMetadata found) {
            keep(found);
          }
          return 0;
        });
  }

  /** The hostile one between two others, of which nothing may be lost. */
  private Attempt list(HasMetadata object, String hostile) {
    String good = Corpus.tree(object).toString();
    String list =
        """
        {"kind":"%sList","apiVersion":"%s","metadata":{"resourceVersion":"7"},"items":[%s,%s,%s]}\
        """
            .formatted(object.getKind(), object.getApiVersion(), good, hostile, good);
    return new Attempt(
        list,
        () -> {
          DefaultKubernetesResourceList<HasMetadata> read =
              SERIALIZATION.unmarshal(stream(list), listOf(object.getClass()));
          if (read.getItems().size() != 3 || !"7".equals(read.getMetadata().getResourceVersion())) {
            throw new AssertionError("%d of 3 objects".formatted(read.getItems().size()));
          }
          if (!object
              .getMetadata()
              .getName()
              .equals(read.getItems().getLast().getMetadata().getName())) {
            throw new AssertionError("the neighbour is lost");
          }
          read.getItems().forEach(this::keep);
          return 0;
        });
  }

  /** As an informer does; who has no name and version is none of its objects. */
  private void keep(HasMetadata found) {
    // Of another kind an API server sends none in answer to a watch.
    if (!KINDS.contains(found.getClass())
        || found.getMetadata() == null
        || found.getMetadata().getName() == null
        || found.getMetadata().getUid() == null
        || !isVersion(found.getMetadata().getResourceVersion())) {
      return;
    }
    put(found);
  }

  private <T extends HasMetadata> void put(T found) {
    @SuppressWarnings("unchecked") // the store is of the object's own class
    ObjectStore<T> store = (ObjectStore<T>) caches.of(found.getClass());
    String key = store.getKey(found);
    var _ = store.put(key, found);
    var _ = store.remove(key);
  }

  private static boolean isVersion(@Nullable String version) {
    return version != null && version.matches("[0-9]{1,18}");
  }

  static <T extends HasMetadata> T read(String json, Class<T> type) {
    return SERIALIZATION.unmarshal(
        stream(json),
        new TypeReference<T>() {
          @Override
          public Type getType() {
            return type;
          }
        });
  }

  private static InputStream stream(String json) {
    return new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8));
  }

  private static TypeReference<DefaultKubernetesResourceList<HasMetadata>> listOf(Class<?> item) {
    return new TypeReference<>() {
      @Override
      public Type getType() {
        return new ListOf(item);
      }
    };
  }

  private record ListOf(Class<?> item) implements ParameterizedType {
    @Override
    public Type[] getActualTypeArguments() {
      return new Type[] {item};
    }

    @Override
    public Type getRawType() {
      return DefaultKubernetesResourceList.class;
    }

    @Override
    public @Nullable Type getOwnerType() {
      return null;
    }
  }
}
