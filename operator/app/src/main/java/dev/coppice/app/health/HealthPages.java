package dev.coppice.app.health;

import dev.coppice.app.http.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The pages that the kubelet probes: 200 when all is well, with what will not stay so, else 503 and
 * each reason why not.
 */
public final class HealthPages {

  /** Fails when only a restart of the process helps. */
  public static final String LIVENESS_PATH = "/healthz";

  /** Fails while the process cannot do its work. */
  public static final String READINESS_PATH = "/readyz";

  private HealthPages() {}

  /** Both pages, by path; the checks are asked anew for every request. */
  public static Map<String, Supplier<Page>> of(
      Supplier<Stream<HealthCheck>> liveness, Supplier<Stream<HealthCheck>> readiness) {
    return Map.of(
        LIVENESS_PATH, () -> page(liveness.get()), READINESS_PATH, () -> page(readiness.get()));
  }

  private static Page page(Stream<HealthCheck> checks) {
    List<String> complaints = new ArrayList<>();
    List<String> notices = new ArrayList<>();
    checks.forEach(check -> {
      switch (check.ask()) {
        case Health.Failing(String reason) -> complaints.add(line(check, reason));
        case Health.Noticing(String notice) -> notices.add(line(check, notice));
        case Health.Ok() -> {}
      }
    });
    return complaints.isEmpty()
        ? Page.text(200, "ok\n" + String.join("", notices))
        : Page.text(503, String.join("", complaints));
  }

  private static String line(HealthCheck check, String text) {
    return "%s: %s\n".formatted(check.name(), text);
  }
}
