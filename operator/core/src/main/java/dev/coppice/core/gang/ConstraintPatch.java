package dev.coppice.core.gang;

import dev.coppice.api.gang.GangTopologyConstraint;
import dev.coppice.api.gang.PackConstraint;
import dev.coppice.api.gang.PodGangSpec;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.gang.TopologyConstraintGroupConfig;
import dev.coppice.core.json.JsonPatch;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Brings the constraints of a gang in view to exactly those that are wanted. Each goes with a test
 * of what it was, by which a policy that puts it there again is noticed.
 */
final class ConstraintPatch {

  private static final String SHARED = "/spec/topologyConstraintGroupConfigs";

  private final JsonPatch patch = JsonPatch.create();

  private ConstraintPatch() {}

  /** What has to change in those of the whole gang, and in those that groups share. */
  static JsonPatch of(PodGangSpec was, PodGangSpec now) {
    ConstraintPatch constraints = new ConstraintPatch();
    constraints.sync(
        "/spec/topologyConstraint", was.topologyConstraint(), now.topologyConstraint());
    constraints.shared(was.topologyConstraintGroupConfigs(), now.topologyConstraintGroupConfigs());
    return constraints.patch;
  }

  /** What has to change in those of groups, which are the same and in the same order. */
  static JsonPatch ofGroups(String path, List<PodGroup> was, List<PodGroup> now) {
    ConstraintPatch constraints = new ConstraintPatch();
    for (int i = 0; i < now.size(); i++) {
      constraints.sync(
          "%s/%d/topologyConstraint".formatted(path, i),
          was.get(i).topologyConstraint(),
          now.get(i).topologyConstraint());
    }
    return constraints.patch;
  }

  private void shared(
      List<TopologyConstraintGroupConfig> was, List<TopologyConstraintGroupConfig> now) {
    if (now.isEmpty()) {
      if (!was.isEmpty()) {
        patch.test(SHARED, was).remove(SHARED);
      }
      return;
    }
    JsonPatch all = JsonPatch.create().sync(SHARED, was, now);
    if (!all.isEmpty()) {
      patch.and(all);
      return;
    }
    for (int i = 0; i < now.size(); i++) {
      sync(
          "%s/%d/topologyConstraint".formatted(SHARED, i),
          was.get(i).topologyConstraint(),
          now.get(i).topologyConstraint());
    }
  }

  private void sync(
      String path, @Nullable GangTopologyConstraint was, @Nullable GangTopologyConstraint now) {
    if (Objects.equals(was, now)) {
      return;
    }
    PackConstraint before = was == null ? null : was.packConstraint();
    PackConstraint wanted = now == null ? null : now.packConstraint();
    if (before == null || wanted == null) {
      whole(path, was, now);
    } else {
      whole(path + "/packConstraint/required", before.required(), wanted.required());
      whole(path + "/packConstraint/preferred", before.preferred(), wanted.preferred());
    }
  }

  private void whole(String path, @Nullable Object was, @Nullable Object now) {
    if (Objects.equals(was, now)) {
      return;
    }
    if (now != null) {
      patch.add(path, now);
    } else if (was != null) {
      patch.test(path, was).remove(path);
    }
  }
}
