package dev.coppice.kube.execute;

import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Trial;
import dev.coppice.kube.client.ApiServer;
import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ApiServer.Verb;
import dev.coppice.kube.client.ResourcePath;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;

/** Asks the API server whether it would create an object, and names its answer. */
final class Trials {

  private static final int BAD_REQUEST = 400;
  private static final int FORBIDDEN = 403;
  private static final int CONFLICT = 409;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;

  // Neither has a reason, or a cause, of its own. Quotas are asked last, after all else was found
  // right.
  private static final String QUOTA = "exceeded quota: ";
  private static final String WITH_SIDE_EFFECTS = "does not support dry run";

  private final ApiServer api;
  private final KubernetesSerialization serialization;

  Trials(ApiServer api, KubernetesSerialization serialization) {
    this.api = api;
    this.serialization = serialization;
  }

  Outcome ask(Action.Try trial) {
    ObjectKey key = trial.target();
    ResourcePath path =
        ResourcePath.collection(key.type(), key.namespace()).with(Map.of("dryRun", "All"));
    return switch (api.send(Call.write(Verb.CREATE, path, serialization.asJson(trial.object())))) {
      case Reply.Lost lost -> new Outcome.Unknown(lost.message());
      case Reply.Answered answered when answered.isSuccess() -> tried(new Trial.Accepted());
      case Reply.Answered answered -> answered(answered, key);
    };
  }

  private static Outcome answered(Reply.Answered answered, ObjectKey key) {
    int status = answered.status();
    StatusText text = StatusText.of(answered);
    boolean isVerdict =
        status >= BAD_REQUEST && status < SERVER_ERROR && status != TOO_MANY_REQUESTS;
    if (!isVerdict || text.isNamespaceTerminating()) {
      return Replies.refused(answered);
    }
    // A name is the last thing that is looked at.
    if (status == CONFLICT || (status == FORBIDDEN && text.message().contains(QUOTA))) {
      return tried(new Trial.Accepted());
    }
    if (status == BAD_REQUEST && text.message().endsWith(WITH_SIDE_EFFECTS)) {
      return tried(new Trial.Unasked(text.message()));
    }
    return tried(
        new Trial.Refused(
            text.message().replace(" \"" + key.name() + "\"", ""), causes(text.causes())));
  }

  private static List<Trial.Cause> causes(List<StatusText.Cause> causes) {
    return causes.stream()
        .filter(cause -> !cause.field().isEmpty())
        .map(cause -> new Trial.Cause(cause.field(), cause.message()))
        .toList();
  }

  private static Outcome tried(Trial trial) {
    return new Outcome.Tried(trial);
  }
}
