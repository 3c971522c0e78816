package dev.coppice.kube.execute;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.kube.client.ApiServer;
import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ApiServer.Verb;
import dev.coppice.kube.client.ResourcePath;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads past the caches. Every read is consistent: none names a resourceVersion. */
final class ObjectReader {

  private static final String PAGE = "500";

  private final ApiServer api;
  private final KubernetesSerialization serialization;

  ObjectReader(ApiServer api, KubernetesSerialization serialization) {
    this.api = api;
    this.serialization = serialization;
  }

  /** Answers the queries one after the other, or with the first thing that went wrong. */
  Outcome read(Action.Read read) {
    List<HasMetadata> found = new ArrayList<>();
    for (LiveRead query : read.queries()) {
      Outcome failure =
          switch (query) {
            case LiveRead.Get get -> get(get.key(), found);
            case LiveRead.ListOf list -> list(list, found);
            case LiveRead.Trial trial -> tried(trial);
          };
      if (failure != null) {
        return failure;
      }
    }
    return new Outcome.Found(found);
  }

  /** Reads the object whose name was taken when a create came. */
  Outcome existing(ObjectKey key) {
    List<HasMetadata> found = new ArrayList<>(1);
    Outcome failure = get(key, found);
    if (failure != null) {
      return failure;
    }
    return found.isEmpty() ? new Outcome.Conflict() : new Outcome.AlreadyExists(found.getFirst());
  }

  private @Nullable Outcome get(ObjectKey key, List<HasMetadata> found) {
    return switch (api.send(Call.read(Verb.GET, Replies.path(key)))) {
      case Reply.Lost lost -> new Outcome.Unknown(lost.message());
      case Reply.Answered answered when answered.isSuccess() -> {
        found.add(serialization.unmarshal(answered.body(), key.type()));
        yield null;
      }
      case Reply.Answered answered when answered.status() == 404 -> null;
      case Reply.Answered answered -> Replies.refused(answered);
    };
  }

  private @Nullable Outcome list(LiveRead.ListOf query, List<HasMetadata> found) {
    ResourcePath collection = ResourcePath.collection(query.type(), query.namespace());
    Map<String, String> parameters = new HashMap<>();
    parameters.put("labelSelector", selector(query.labels()));
    parameters.put("limit", PAGE);
    while (true) {
      switch (api.send(Call.read(Verb.LIST, collection.with(parameters)))) {
        case Reply.Lost lost -> {
          return new Outcome.Unknown(lost.message());
        }
        case Reply.Answered answered when answered.isSuccess() -> {
          KubernetesResourceList<?> page = page(answered.body(), query.type());
          found.addAll(page.getItems());
          String next = page.getMetadata() == null ? null : page.getMetadata().getContinue();
          if (next == null || next.isEmpty()) {
            return null;
          }
          parameters.put("continue", next);
        }
        case Reply.Answered answered -> {
          return Replies.refused(answered);
        }
      }
    }
  }

  private <T extends HasMetadata> KubernetesResourceList<T> page(String body, Class<T> type) {
    Type list = serialization.constructParametricType(DefaultKubernetesResourceList.class, type);
    return serialization.unmarshal(
        new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)),
        new TypeReference<KubernetesResourceList<T>>() {
          @Override
          public Type getType() {
            return list;
          }
        });
  }

  private @Nullable Outcome tried(LiveRead.Trial trial) {
    ObjectKey key = trial.key();
    ResourcePath path =
        ResourcePath.collection(key.type(), key.namespace()).with(Map.of("dryRun", "All"));
    return switch (api.send(Call.write(Verb.CREATE, path, serialization.asJson(trial.object())))) {
      case Reply.Lost lost -> new Outcome.Unknown(lost.message());
      case Reply.Answered answered when answered.isSuccess() -> null;
      case Reply.Answered answered -> Replies.refused(answered);
    };
  }

  private static String selector(Map<String, String> labels) {
    return new TreeMap<>(labels)
        .entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining(","));
  }
}
