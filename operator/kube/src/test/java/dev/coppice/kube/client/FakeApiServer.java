package dev.coppice.kube.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Answers from a script, by verb and path, and keeps what it was asked. */
public final class FakeApiServer implements ApiServer {

  private final Map<String, Deque<Reply>> script = new ConcurrentHashMap<>();
  private final List<Call> calls = Collections.synchronizedList(new ArrayList<>());

  /** Answers calls of this verb to this path one after the other; the last answer is repeated. */
  public FakeApiServer on(Verb verb, String path, Reply... replies) {
    script.put(verb + " " + path, new ArrayDeque<>(List.of(replies)));
    return this;
  }

  @Override
  public Reply send(Call call) {
    calls.add(call);
    Deque<Reply> replies = script.get(call.verb() + " " + call.path());
    if (replies == null) {
      throw new AssertionError("no answer for " + call.verb() + " " + call.path());
    }
    synchronized (replies) {
      return replies.size() > 1 ? replies.removeFirst() : replies.getFirst();
    }
  }

  /** What was asked, in the order in which it arrived. */
  public List<Call> calls() {
    return List.copyOf(calls);
  }

  /** An answer with a body. */
  public static Reply answer(int status, String body) {
    return new Reply.Answered(status, body);
  }

  /** A refusal as the API server words it. */
  public static Reply refusal(int status, String reason, String message) {
    return answer(
        status,
        """
        {"kind":"Status","apiVersion":"v1","status":"Failure","reason":"%s","message":"%s","code":%d}
        """
            .formatted(reason, message, status));
  }

  /** The refusal of a create in a namespace that is being deleted. */
  public static Reply namespaceTerminating() {
    return answer(
        403,
        """
        {"kind": "Status", "reason": "Forbidden", "code": 403, "message": "it is being terminated",
         "details": {"causes": [{"reason": "NamespaceTerminating", "field": "metadata.namespace"}]}}
        """);
  }

  /** No answer. */
  public static Reply lost() {
    return new Reply.Lost("connection reset");
  }
}
