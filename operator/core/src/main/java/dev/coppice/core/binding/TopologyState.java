package dev.coppice.core.binding;

import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.LiveRead;
import io.fabric8.kubernetes.api.model.HasMetadata;
import org.jspecify.annotations.Nullable;

/** What is in view of the object by which a scheduler knows a topology. */
sealed interface TopologyState {

  /**
   * It has the levels of the binding.
   *
   * @param generation its generation; null of one that the binding owns
   */
  record InSync(@Nullable Long generation) implements TopologyState {}

  /** The binding owns it, and it has to be made. */
  record ToMake(HasMetadata object) implements TopologyState {}

  /**
   * The binding owns it, and it has to go because it has other levels.
   *
   * @param trial tells whether one with the levels of the binding would be taken
   * @param isTried whether that was asked in this reconcile
   */
  record ToReplace(
      ObjectKey object, String uid, String difference, LiveRead.Trial trial, boolean isTried)
      implements TopologyState {}

  /**
   * The binding owns it, and the API server has made other levels of those that it was given.
   *
   * @param what for people
   */
  record Rewritten(String what) implements TopologyState {}

  /** One under its name is on its way out. */
  record Leaving() implements TopologyState {}

  /**
   * One under its name is not the binding's.
   *
   * @param owner whose it is, for people
   */
  record Foreign(String owner) implements TopologyState {}

  /** It is there and cannot be read, so it is left as it is. */
  record Unreadable() implements TopologyState {}

  /** Somebody else takes care of it, and it has other levels. */
  record Drifted(@Nullable Long generation, String difference) implements TopologyState {}

  /** Somebody else takes care of it, and it is not there. */
  record Missing() implements TopologyState {}

  /**
   * The cluster has no such objects.
   *
   * @param why for people
   */
  record Unserved(String why) implements TopologyState {}

  /**
   * No enabled scheduler of that name knows topologies.
   *
   * @param why for people
   */
  record Unknown(String why) implements TopologyState {}

  /** Whether it has the levels of the binding. */
  default boolean isInSync() {
    return this instanceof InSync;
  }

  /** Whether there is anybody who could have it, and it can be told whether he has. */
  default boolean isAvailable() {
    return !(this instanceof Unserved || this instanceof Unknown || this instanceof Unreadable);
  }

  /** Whether nothing is left to do about it here. */
  default boolean isSettled() {
    return switch (this) {
      case InSync _, Drifted _, Missing _, Unknown _ -> true;
      case ToMake _, ToReplace _, Rewritten _, Leaving _, Foreign _, Unreadable _, Unserved _ ->
          false;
    };
  }
}
