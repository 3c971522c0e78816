package dev.coppice.testkit.junit;

import dev.coppice.testkit.process.CpuTime;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Notes what each class costs, a line each: its name, seconds that passed, seconds of processors.
 */
public final class CostExtension implements BeforeAllCallback, AfterAllCallback {

  private static final Notes COSTS = new Notes("costs");
  private static final Namespace KEY = Namespace.create(CostExtension.class);

  private record Start(long nanos, Duration cpu) {}

  @Override
  public void beforeAll(ExtensionContext context) {
    context.getStore(KEY).put(Start.class, new Start(System.nanoTime(), CpuTime.ofThisTree()));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    Start start = context.getStore(KEY).get(Start.class, Start.class);
    if (start != null) {
      Duration wall = Duration.ofNanos(System.nanoTime() - start.nanos());
      COSTS.add(
          String.format(
              Locale.ROOT,
              "%s %.1f %.1f",
              context.getRequiredTestClass().getName(),
              wall.toMillis() / 1000.0,
              CpuTime.ofThisTree().minus(start.cpu()).toMillis() / 1000.0));
    }
  }
}
