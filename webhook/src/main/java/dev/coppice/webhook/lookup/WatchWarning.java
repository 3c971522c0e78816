package dev.coppice.webhook.lookup;

import dev.coppice.kube.LogKeys;
import dev.coppice.kube.client.FailureReason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is logged of a cache that does not follow the API server. */
final class WatchWarning {

  private static final Logger LOGGER = LoggerFactory.getLogger(WatchWarning.class);

  private WatchWarning() {}

  /** Logs that objects cannot be watched, and why. */
  static void log(String kind, Throwable failure) {
    LOGGER
        .atWarn()
        .addKeyValue(LogKeys.KIND, kind)
        .addKeyValue(LogKeys.FAILURE, FailureReason.of(failure))
        .log("What evictions and Queues are judged by cannot be watched; trying until it can");
  }
}
