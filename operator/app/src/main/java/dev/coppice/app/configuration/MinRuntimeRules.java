package dev.coppice.app.configuration;

import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.MetadataFormat;
import dev.coppice.core.admission.field.NameFormat;
import dev.coppice.core.queue.MinRuntimeText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a configuration may say of queues and minimum runtimes. */
final class MinRuntimeRules {

  private static final FieldPath MIN_RUNTIME = FieldPath.of("minRuntime");

  private MinRuntimeRules() {}

  static List<FieldError> check(OperatorConfiguration configuration) {
    Findings.Collector found = new Findings.Collector();
    NameFormat.LABEL_VALUE.check(
        FieldPath.of("queue", "defaultName"), configuration.queue().defaultName(), found);
    MinRuntimeConfiguration minRuntime = configuration.minRuntime();
    FieldPath cluster = MIN_RUNTIME.child("default");
    minRuntime(cluster.child("preempt"), minRuntime.cluster().preempt(), found);
    minRuntime(cluster.child("reclaim"), minRuntime.cluster().reclaim(), found);
    MetadataFormat.labels(
        MIN_RUNTIME.child("nodePoolLabelKey"), Map.of(minRuntime.nodePoolLabelKey(), ""), found);
    minRuntime
        .nodePools()
        .forEach((name, pool) -> {
          FieldPath path = MIN_RUNTIME.child("nodePools").key(name);
          if (name.isEmpty()) {
            found.required(path, "nodes of no pool are what minRuntime.default is for");
          }
          NameFormat.LABEL_VALUE.check(path, name, found);
          minRuntime(path.child("preempt"), pool.preempt(), found);
          minRuntime(path.child("reclaim"), pool.reclaim(), found);
        });
    return found.findings().violations().stream()
        .map(violation -> new FieldError(violation.path().text(), violation.body()))
        .toList();
  }

  private static void minRuntime(FieldPath path, @Nullable String text, Findings.Collector found) {
    if (MinRuntimeText.ofNodePool(text)
        instanceof MinRuntimeText.Refused(String refused, String why)) {
      found.invalid(path, refused, why);
    }
  }
}
