package dev.coppice.kube.execute;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ResourcePath;
import java.io.IOException;

/** What reading and writing have in common. */
final class Replies {

  private static final ObjectMapper JSON = new ObjectMapper();

  private Replies() {}

  static ResourcePath path(ObjectKey key) {
    return ResourcePath.collection(key.type(), key.namespace()).object(key.name());
  }

  /** A gateway's time-out leaves as open what happened as a lost connection does. */
  static Outcome refused(Reply.Answered answered) {
    StatusText status = StatusText.of(answered);
    if (answered.status() == 504) {
      return new Outcome.Unknown(status.message());
    }
    return status.isNamespaceTerminating()
        ? new Outcome.NamespaceTerminating(status.message())
        : new Outcome.Refused(answered.status(), status.message());
  }

  /** The kind of the object in the body, found without building a tree; empty if there is none. */
  static String kind(Reply.Answered answered) {
    try (JsonParser parser = JSON.createParser(answered.body())) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return "";
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        JsonToken value = parser.nextToken();
        if (field.equals("kind") && value == JsonToken.VALUE_STRING) {
          return parser.getText();
        }
        parser.skipChildren();
      }
      return "";
    } catch (IOException e) {
      return "";
    }
  }
}
