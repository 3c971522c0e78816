package dev.coppice.webhook.lookup;

import dev.coppice.core.json.JsonPatch;
import dev.coppice.kube.LogKeys;
import dev.coppice.kube.client.ApiServer;
import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ResourcePath;
import io.fabric8.kubernetes.api.model.Pod;
import java.net.HttpURLConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nominates pods for a node, and takes that back. When a promise of room is gone a scheduler looks
 * again at the pods that wait and are not more important, the promised one among them.
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

  /** Does both to the pod with this UID. */
  public void pass(String namespace, String name, String uid, String node) {
    ResourcePath status =
        ResourcePath.collection(Pod.class, namespace).object(name).subresource("status");
    JsonPatch nominate = JsonPatch.create().test("/metadata/uid", uid).add(NOMINATED, node);
    // What the scheduler has written meanwhile stays.
    JsonPatch takeBack =
        JsonPatch.create().test("/metadata/uid", uid).test(NOMINATED, node).remove(NOMINATED);
    Reply reply = send(status, nominate);
    if (isDone(reply)) {
      reply = send(status, takeBack);
    }
    if (!isDone(reply) && !isOver(reply)) {
      LOGGER
          .atWarn()
          .addKeyValue(LogKeys.NAMESPACE, namespace)
          .addKeyValue(LogKeys.NAME, name)
          .addKeyValue(LogKeys.FAILURE, reply)
          .log("A pod that may have a place now waits until its scheduler looks by itself");
    }
  }

  private Reply send(ResourcePath status, JsonPatch patch) {
    return api.send(Call.jsonPatch(status, patch.operations().toString()));
  }

  private static boolean isDone(Reply reply) {
    return reply instanceof Reply.Answered answered && answered.isSuccess();
  }

  /** Whether the pod is gone, or is another one. */
  private static boolean isOver(Reply reply) {
    return reply instanceof Reply.Answered answered
        && (answered.status() == HttpURLConnection.HTTP_NOT_FOUND
            || answered.status() == DOES_NOT_APPLY);
  }
}
