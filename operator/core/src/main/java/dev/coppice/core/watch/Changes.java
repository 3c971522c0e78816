package dev.coppice.core.watch;

import dev.coppice.api.GroveResource;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.gang.PodGroupBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Tells changes that somebody asked for from those that only report. */
public final class Changes {

  private Changes() {}

  /**
   * Whether the specification, the labels, the annotations or the owners changed, the deletion
   * began, or the object is another one of the same name. Kinds without a generation need a look at
   * their specification as well.
   */
  public static boolean ofRequest(HasMetadata now, HasMetadata before) {
    ObjectMeta after = now.getMetadata();
    ObjectMeta old = before.getMetadata();
    return !Objects.equals(after.getGeneration(), old.getGeneration())
        || ofIdentity(now, before)
        || !Objects.equals(after.getAnnotations(), old.getAnnotations());
  }

  /**
   * Whether the labels or the owners changed, the deletion began, or the object is another one of
   * the same name.
   */
  public static boolean ofIdentity(HasMetadata now, HasMetadata before) {
    ObjectMeta after = now.getMetadata();
    ObjectMeta old = before.getMetadata();
    return !Objects.equals(after.getUid(), old.getUid())
        || !Objects.equals(after.getDeletionTimestamp(), old.getDeletionTimestamp())
        || !Objects.equals(after.getLabels(), old.getLabels())
        || !Objects.equals(after.getOwnerReferences(), old.getOwnerReferences());
  }

  /**
   * Whether a change brings a reconcile over the object itself: every request does, and a status
   * that this process did not write.
   *
   * @param ownWrite whether this process knows the new state from the answer to a write of its own
   */
  public static boolean ofPrimary(HasMetadata now, HasMetadata before, boolean ownWrite) {
    return ofRequest(now, before)
        || (!ownWrite
            && now instanceof GroveResource<?, ?> after
            && before instanceof GroveResource<?, ?> old
            && ofStatus(after, old));
  }

  /** Whether the status changed. */
  public static boolean ofStatus(GroveResource<?, ?> now, GroveResource<?, ?> before) {
    return !Objects.equals(now.getStatus(), before.getStatus());
  }

  /**
   * Who is in a gang, without references: each PodClique keeps those of its own pods. Empty for a
   * gang that cannot be read.
   */
  public static List<PodGroup> members(PodGang gang) {
    return Stream.ofNullable(gang.getSpec())
        .flatMap(spec -> spec.podgroups().stream())
        .map(group -> PodGroupBuilder.builder(group).podReferences(List.of()).build())
        .toList();
  }
}
