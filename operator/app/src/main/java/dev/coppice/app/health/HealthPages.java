package dev.coppice.app.health;

import dev.coppice.app.http.Page;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The pages that the kubelet probes: 200 when all is well, else 503 and each reason why not. */
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
    List<String> complaints =
        checks
            .<String>mapMulti((check, complain) -> {
              if (check.ask() instanceof Health.Failing(String reason)) {
                complain.accept("%s: %s\n".formatted(check.name(), reason));
              }
            })
            .toList();
    return complaints.isEmpty()
        ? Page.text(200, "ok\n")
        : Page.text(503, String.join("", complaints));
  }
}
