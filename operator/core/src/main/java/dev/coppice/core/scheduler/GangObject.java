package dev.coppice.core.scheduler;

import dev.coppice.core.json.JsonPatch;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;
import java.util.function.Function;

/**
 * An object by which a scheduler is told of a gang.
 *
 * @param object as it shall be, without an owner, which is the PodGang
 * @param isMade whether it is made when it is not there; otherwise one that is there is only kept
 * @param difference from the one that is there to what has to change
 * @param distortion from the one that is there to what of it is not as it was sent and cannot be
 *     put right, for people
 */
public record GangObject(
    HasMetadata object,
    boolean isMade,
    Function<HasMetadata, JsonPatch> difference,
    Function<HasMetadata, Optional<String>> distortion) {

  /** One in which everything can be put right. */
  public GangObject(
      HasMetadata object, boolean isMade, Function<HasMetadata, JsonPatch> difference) {
    this(object, isMade, difference, _ -> Optional.empty());
  }
}
