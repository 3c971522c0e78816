package dev.coppice.e2e;

import dev.coppice.testkit.review.WebhookCaller;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** What nobody should send to a webhook, and somebody will. The right answer is no permission. */
final class Junk {

  private static final String PATH = "/webhooks/validate-podcliqueset";
  private static final String JSON = "application/json";
  private static final int LARGE = 64 * 1024;

  private Junk() {}

  /** All sorts of it. */
  static List<Supplier<CompletionStage<Boolean>>> ofAllSorts(WebhookCaller caller) {
    return List.of(
        refused(caller, PATH, JSON, bytes("{}")),
        refused(caller, PATH, JSON, bytes("not JSON")),
        refused(caller, PATH, JSON, bytes("[".repeat(10_000))),
        refused(caller, PATH, JSON, bytes("{\"request\":{\"uid\":5}}")),
        refused(caller, PATH, JSON, bytes("{\"request\":{\"object\":[]}}")),
        refused(caller, PATH, JSON, noise(1_000)),
        refused(caller, PATH, JSON, bytes("\"" + "x".repeat(LARGE) + "\"")),
        refused(caller, PATH, "text/plain", bytes("hello")),
        refused(caller, "/webhooks/no-such-webhook", JSON, bytes("{}")),
        () -> caller.get(PATH).thenApply(answer -> answer.statusCode() >= 400));
  }

  private static Supplier<CompletionStage<Boolean>> refused(
      WebhookCaller caller, String path, String type, byte[] body) {
    return () ->
        caller
            .post(path, type, body)
            .thenApply(answer -> !answer.body().contains("\"allowed\":true"));
  }

  private static byte[] noise(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
