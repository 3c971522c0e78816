package dev.coppice.e2e;

import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.Kubectl;
import java.time.Duration;
import java.util.List;
import org.awaitility.core.ThrowingRunnable;

/** What {@code kubectl} prints about the state of an object. */
final class Told {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Told() {}

  /** A condition in one line: status, reason and message. */
  static String condition(Kubectl kubectl, String object, String type) {
    return kubectl
        .run(
            "get",
            object,
            "-o",
            "jsonpath={range .status.conditions[?(@.type==\"%s\")]}{.status} {.reason}: {.message}{end}"
                .formatted(type))
        .out();
  }

  /** The word in the column of {@code kubectl get}. */
  static String status(Kubectl kubectl, String object) {
    List<List<String>> table = kubectl.run("get", object).table();
    return table.get(1).get(table.getFirst().indexOf("STATUS"));
  }

  /** Reasons and messages of the Warning events on an object, a line each. */
  static List<String> warnings(Kubectl kubectl, String kind, String name) {
    return warnings(kubectl, "involvedObject.kind=%s,involvedObject.name=%s".formatted(kind, name));
  }

  /** The same on all objects but pods, of which schedulers tell what is no failure. */
  static List<String> warnings(Kubectl kubectl) {
    return warnings(kubectl, "involvedObject.kind!=Pod");
  }

  private static List<String> warnings(Kubectl kubectl, String about) {
    return kubectl
        .run(
            "get",
            "events",
            "--field-selector=type=Warning," + about,
            "-o",
            "jsonpath={range .items[*]}{.reason}: {.message}{\"\\n\"}{end}")
        .out()
        .lines()
        .toList();
  }

  /** Waits until it holds; what is looked at may have yet to be made. */
  static void eventually(ThrowingRunnable assertion) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(IllegalStateException.class)
        .untilAsserted(assertion);
  }
}
