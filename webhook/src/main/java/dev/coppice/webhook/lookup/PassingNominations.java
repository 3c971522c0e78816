package dev.coppice.webhook.lookup;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.kube.LogKeys;
import dev.coppice.kube.client.ApiServer;
import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ApiServer.Verb;
import dev.coppice.kube.client.ResourcePath;
import dev.coppice.webhook.eviction.KnownPod;
import dev.coppice.webhook.review.ReviewFormat;
import io.fabric8.kubernetes.api.model.Pod;
import java.net.HttpURLConnection;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nominates pods for a node, and takes that back. When a promise of room is gone a scheduler looks
 * again at the pods that wait and are not more important, the promised one among them. A promise
 * that the scheduler has made itself is never touched: a patch cannot ask that a field is absent,
 * so that it asks for the version in which it was.
 */
public final class PassingNominations {

  private static final Logger LOGGER = LoggerFactory.getLogger(PassingNominations.class);
  private static final String NOMINATED = "/status/nominatedNodeName";
  private static final int DOES_NOT_APPLY = 422;

  private final ApiServer api;

  /** By these calls. */
  public PassingNominations(ApiServer api) {
    this.api = api;
  }

  /** Does both to a pod that waits, unless it is nominated already. */
  public void pass(KnownPod pod, String node) {
    ResourcePath path = ResourcePath.collection(Pod.class, pod.namespace()).object(pod.name());
    ResourcePath status = path.subresource("status");
    Reply reply = nominate(status, pod, node);
    if (doesNotApply(reply)) {
      Reply read = api.send(Call.read(Verb.GET, path));
      Optional<KnownPod> now =
          found(read).filter(found -> found.uid().equals(pod.uid())).filter(KnownPod::waits);
      if (now.isPresent()) {
        reply = nominate(status, now.get(), node);
      } else if (!isDone(read)) {
        reply = read;
      }
    }
    if (isDone(reply)) {
      // What the scheduler has written meanwhile stays.
      reply =
          send(
              status,
              JsonPatch.create()
                  .test("/metadata/uid", pod.uid())
                  .test(NOMINATED, node)
                  .remove(NOMINATED));
    }
    if (!isDone(reply) && !isOver(reply)) {
      LOGGER
          .atWarn()
          .addKeyValue(LogKeys.NAMESPACE, pod.namespace())
          .addKeyValue(LogKeys.NAME, pod.name())
          .addKeyValue(LogKeys.FAILURE, reply)
          .log("A pod that may have a place now waits until its scheduler looks by itself");
    }
  }

  private Reply nominate(ResourcePath status, KnownPod pod, String node) {
    return send(
        status,
        JsonPatch.create()
            .test("/metadata/uid", pod.uid())
            .test("/metadata/resourceVersion", pod.version())
            .add(NOMINATED, node));
  }

  private static Optional<KnownPod> found(Reply read) {
    if (!(read instanceof Reply.Answered answered && answered.isSuccess())) {
      return Optional.empty();
    }
    try {
      return KnownPod.of(ReviewFormat.mapper().readValue(answered.body(), Pod.class));
    } catch (JsonProcessingException _) {
      // Of a pod that cannot be read nobody knows whether it waits.
      return Optional.empty();
    }
  }

  private Reply send(ResourcePath status, JsonPatch patch) {
    return api.send(Call.jsonPatch(status, patch.operations().toString()));
  }

  private static boolean isDone(Reply reply) {
    return reply instanceof Reply.Answered answered && answered.isSuccess();
  }

  private static boolean doesNotApply(Reply reply) {
    return reply instanceof Reply.Answered answered && answered.status() == DOES_NOT_APPLY;
  }

  /** Whether the pod is gone, or somebody else has written something else. */
  private static boolean isOver(Reply reply) {
    return doesNotApply(reply)
        || (reply instanceof Reply.Answered answered
            && answered.status() == HttpURLConnection.HTTP_NOT_FOUND);
  }
}
