package dev.coppice.kube.reconcile;

import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.PlanYaml;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.reconcile.Rewrite;
import dev.coppice.core.status.Words;
import dev.coppice.kube.LogKeys;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The log lines of reconciles: one for each change, none for each reconcile. Remembers of each
 * object what it said last about reconciles that have to be repeated. Safe for use by many threads.
 */
final class ReconcileLog {

  static final String UNSETTLED = "planner did not come to rest";

  private static final Logger LOG = LoggerFactory.getLogger(Reconciliation.class);

  /** As long as the event itself. */
  private static final int LONGEST_MESSAGE = 1024;

  private static final int MOST_FIELDS = 1024;

  private final Set<String> unkept = ConcurrentHashMap.newKeySet();
  private final AtomicReference<String> unkeptBy = new AtomicReference<>("");
  private final Map<String, String> troubles = new ConcurrentHashMap<>();

  void plan(HasMetadata primary, Plan plan) {
    about(LOG.atDebug(), primary)
        .addKeyValue(LogKeys.PLAN, () -> PlanYaml.render(plan))
        .log("executing a plan");
  }

  void changes(HasMetadata primary, List<PlannedEvent> changes) {
    for (PlannedEvent event : changes) {
      about(event.warning() ? LOG.atWarn() : LOG.atInfo(), primary)
          .addKeyValue(LogKeys.REASON, event.reason())
          .log(Words.shortened(event.message(), LONGEST_MESSAGE));
    }
  }

  void trouble(HasMetadata primary, String now) {
    if (isOld(primary, now)) {
      return;
    }
    if (now.isEmpty()) {
      about(LOG.atInfo(), primary).log("passes succeed again");
    } else {
      about(LOG.atWarn(), primary)
          .addKeyValue(LogKeys.FAILURE, now)
          .log("the pass will be repeated");
    }
  }

  /** One line for each field of a kind, however many objects have it. */
  void unkept(List<Rewrite> values, String schemas) {
    if (!schemas.equals(unkeptBy.getAndSet(schemas))) {
      unkept.clear();
    }
    for (Rewrite value : values) {
      if (unkept.size() < MOST_FIELDS && unkept.add(value.target().kind() + value.field())) {
        LOG.atWarn()
            .addKeyValue(LogKeys.KIND, value.target().kind())
            .addKeyValue(LogKeys.NAMESPACE, value.target().namespace())
            .addKeyValue(LogKeys.NAME, value.target().name())
            .addKeyValue(LogKeys.FAILURE, value.failure().description())
            .log(
                "The API server does not keep what is written; it is written again when the"
                    + " object, its schema or its template changes");
      }
    }
  }

  void unsettled(HasMetadata primary, Plan last) {
    if (!isOld(primary, UNSETTLED)) {
      about(LOG.atError(), primary)
          .addKeyValue(LogKeys.PLAN, () -> PlanYaml.render(last))
          .log(UNSETTLED);
    }
  }

  // The stack is for those who debug; the line alone says what happened and where.
  void bug(HasMetadata primary, RuntimeException thrown) {
    String what = describe(thrown);
    if (!what.equals(troubles.getOrDefault(uid(primary), ""))) {
      about(LOG.atDebug(), primary).setCause(thrown).log("the pass was cut short");
    }
    trouble(primary, what);
  }

  void forget(HasMetadata deleted) {
    troubles.remove(uid(deleted));
  }

  private boolean isOld(HasMetadata primary, String now) {
    String before = now.isEmpty() ? troubles.remove(uid(primary)) : troubles.put(uid(primary), now);
    return now.equals(before == null ? "" : before);
  }

  private static String uid(HasMetadata object) {
    return object.getMetadata().getUid();
  }

  static String describe(RuntimeException thrown) {
    StackTraceElement[] stack = thrown.getStackTrace();
    return thrown + (stack.length == 0 ? "" : " at " + stack[0]);
  }

  private static LoggingEventBuilder about(LoggingEventBuilder line, HasMetadata primary) {
    ObjectKey key = ObjectKey.of(primary);
    return line.addKeyValue(LogKeys.KIND, key.kind())
        .addKeyValue(LogKeys.NAMESPACE, key.namespace())
        .addKeyValue(LogKeys.NAME, key.name());
  }
}
