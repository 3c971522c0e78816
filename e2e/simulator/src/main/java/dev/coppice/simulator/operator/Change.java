package dev.coppice.simulator.operator;

import dev.coppice.core.object.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a watch.
 *
 * @param key the object
 * @param now the object as it was written; null when it went
 * @param before what stood there until then; null when it came
 */
public record Change(ObjectKey key, @Nullable HasMetadata now, @Nullable HasMetadata before) {}
