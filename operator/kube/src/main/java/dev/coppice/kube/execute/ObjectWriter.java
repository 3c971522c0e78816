package dev.coppice.kube.execute;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.kube.client.ApiServer;
import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ApiServer.Verb;
import dev.coppice.kube.client.ResourcePath;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/** Makes the call that a single write asks for and names its outcome. Decides nothing. */
final class ObjectWriter {

  /** How often a create of unknown outcome is sent in all, under its one name. */
  static final int CREATE_ATTEMPTS = 3;

  // All that a real API server says when a test, or any other operation of a JSON patch, fails.
  private static final String PATCH_DOES_NOT_APPLY =
      "the server rejected our request due to an error in our request";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final ApiServer api;
  private final ObjectReader reader;
  private final KubernetesSerialization serialization;

  ObjectWriter(ApiServer api, ObjectReader reader, KubernetesSerialization serialization) {
    this.api = api;
    this.reader = reader;
    this.serialization = serialization;
  }

  Outcome create(Action.Create create) {
    ObjectKey key = create.target();
    Call call =
        Call.write(
            Verb.CREATE,
            ResourcePath.collection(key.type(), key.namespace()),
            serialization.asJson(create.object()));
    Outcome outcome = createOnce(call, key);
    for (int sent = 1; outcome instanceof Outcome.Unknown && sent < CREATE_ATTEMPTS; sent++) {
      if (Thread.currentThread().isInterrupted()) {
        break;
      }
      outcome = createOnce(call, key);
    }
    return outcome;
  }

  private Outcome createOnce(Call call, ObjectKey key) {
    return switch (api.send(call)) {
      case Reply.Lost lost -> new Outcome.Unknown(lost.message());
      case Reply.Answered answered when answered.isSuccess() -> done(answered, key);
      case Reply.Answered answered when answered.status() == 409 -> nameTaken(answered, key);
      // Here 404 means that the namespace or the kind itself is missing.
      case Reply.Answered answered -> Replies.refused(answered);
    };
  }

  private Outcome nameTaken(Reply.Answered answered, ObjectKey key) {
    return StatusText.of(answered).reason().equals("AlreadyExists")
        ? reader.existing(key)
        : new Outcome.Conflict();
  }

  Outcome patch(Action.Patch patch) {
    ObjectKey key = patch.target();
    ArrayNode operations = JSON.arrayNode();
    operations.addObject().put("op", "test").put("path", "/metadata/uid").put("value", patch.uid());
    operations.addAll(patch.operations());
    Call call =
        Call.jsonPatch(
                Replies.path(key).subresource(patch.subresource()),
                serialization.asJson(operations))
            .telling(patch.tells());
    return switch (api.send(call)) {
      case Reply.Answered answered when doesNotApply(answered) -> new Outcome.Conflict();
      case Reply reply -> changed(reply, key);
    };
  }

  private static boolean doesNotApply(Reply.Answered answered) {
    if (answered.status() != 422) {
      return false;
    }
    StatusText status = StatusText.of(answered);
    return status.message().contains(PATCH_DOES_NOT_APPLY) && status.causes().isEmpty();
  }

  Outcome putStatus(Action.PutStatus put) {
    ObjectKey key = put.target();
    Call call =
        Call.write(
                Verb.UPDATE,
                Replies.path(key).subresource("status"),
                serialization.asJson(put.object()))
            .telling(put.tells());
    return changed(api.send(call), key);
  }

  private Outcome changed(Reply reply, ObjectKey key) {
    return switch (reply) {
      case Reply.Lost lost -> new Outcome.Unknown(lost.message());
      case Reply.Answered answered when answered.isSuccess() -> done(answered, key);
      case Reply.Answered answered when answered.status() == 404 -> new Outcome.NotFound();
      case Reply.Answered answered when answered.status() == 409 -> new Outcome.Conflict();
      case Reply.Answered answered -> Replies.refused(answered);
    };
  }

  Outcome delete(Action.Delete delete) {
    ObjectKey key = delete.target();
    Call call =
        Call.write(Verb.DELETE, Replies.path(key), serialization.asJson(deleteOptions(delete)));
    return switch (api.send(call)) {
      case Reply.Lost lost -> new Outcome.Unknown(lost.message());
      case Reply.Answered answered when answered.isSuccess() -> deleted(answered, key);
      case Reply.Answered answered when answered.status() == 404 -> new Outcome.AlreadyGone();
      case Reply.Answered answered when answered.status() == 409 -> new Outcome.Conflict();
      case Reply.Answered answered -> Replies.refused(answered);
    };
  }

  private static ObjectNode deleteOptions(Action.Delete delete) {
    ObjectNode options = JSON.objectNode();
    options.put("apiVersion", "v1").put("kind", "DeleteOptions");
    options.put("propagationPolicy", "Background");
    ObjectNode preconditions = options.putObject("preconditions");
    preconditions.put("uid", delete.uid());
    if (delete.resourceVersion() != null) {
      preconditions.put("resourceVersion", delete.resourceVersion());
    }
    return options;
  }

  // The answer is the object where it lingers, and a Status where it is gone; or the object as it
  // was, without a version, where somebody else has deleted it at the same moment.
  private Outcome deleted(Reply.Answered answered, ObjectKey key) {
    if (Replies.kind(answered).equals(key.kind())) {
      HasMetadata object = serialization.unmarshal(answered.body(), key.type());
      if (object.getMetadata().getDeletionTimestamp() != null
          && object.getMetadata().getResourceVersion() != null) {
        return new Outcome.Deleted(object);
      }
    }
    return new Outcome.Deleted(null);
  }

  // A patch that takes the last finalizer away may leave no object to answer with.
  private Outcome done(Reply.Answered answered, ObjectKey key) {
    HasMetadata object = serialization.unmarshal(answered.body(), key.type());
    return object == null ? new Outcome.NotFound() : new Outcome.Done(object);
  }
}
