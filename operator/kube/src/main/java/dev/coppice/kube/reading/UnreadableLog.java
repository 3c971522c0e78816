package dev.coppice.kube.reading;

import dev.coppice.core.object.Unreadable;
import dev.coppice.kube.LogKeys;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names each object that cannot be read in the log, once for each reason: it comes again with each
 * of its events. Safe for use by many threads.
 */
final class UnreadableLog {

  private static final Logger LOGGER = LoggerFactory.getLogger(UnreadableLog.class);

  /** More of them at once are told again. */
  private static final int REMEMBERED = 1_000;

  private final Set<Told> told =
      Collections.synchronizedSet(
          Collections.newSetFromMap(
              new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Told, Boolean> eldest) {
                  return size() > REMEMBERED;
                }
              }));

  private record Told(
      String kind, @Nullable String namespace, @Nullable String name, Unreadable why) {}

  void tell(HasMetadata object, Unreadable why) {
    ObjectMeta metadata = object.getMetadata();
    if (told.add(new Told(object.getKind(), metadata.getNamespace(), metadata.getName(), why))) {
      LOGGER
          .atWarn()
          .addKeyValue(LogKeys.KIND, object.getKind())
          .addKeyValue(LogKeys.NAMESPACE, metadata.getNamespace())
          .addKeyValue(LogKeys.NAME, metadata.getName())
          .addKeyValue(LogKeys.FIELD, why.path())
          .addKeyValue(LogKeys.FAILURE, why.cause())
          .log("An object cannot be read, and is left as it is until somebody mends or deletes it");
    }
  }
}
