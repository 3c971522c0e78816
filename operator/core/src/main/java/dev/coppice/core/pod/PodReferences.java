package dev.coppice.core.pod;

import dev.coppice.api.gang.NamespacedName;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The list of a clique's pods in its gang. The gang is born with the names of the first pods in it,
 * so only pods that were replaced, added or removed later cost a write.
 */
public final class PodReferences {

  private PodReferences() {}

  /**
   * The patch that makes the list say what is; empty when it does already, or the gang has no group
   * for the clique.
   */
  public static Optional<Action> rewrite(PodGang gang, String podClique, List<PodState> live) {
    List<PodGroup> groups = gang.getSpec().podgroups();
    for (int position = 0; position < groups.size(); position++) {
      PodGroup group = groups.get(position);
      if (group.name().equals(podClique)) {
        Set<String> names = live.stream().map(PodState::name).collect(Collectors.toSet());
        return names.equals(named(group))
            ? Optional.empty()
            : Optional.of(action(gang, patch(gang, position, podClique, new TreeSet<>(names))));
      }
    }
    return Optional.empty();
  }

  /**
   * The patch that leaves in a gang of another operator only those pods of the clique that still
   * belong to it, and asks for no more than these; empty when it does already.
   */
  public static Optional<Action> restrict(PodGang gang, String podClique, List<PodState> pods) {
    List<PodGroup> groups = gang.getSpec().podgroups();
    for (int position = 0; position < groups.size(); position++) {
      PodGroup group = groups.get(position);
      if (group.name().equals(podClique)) {
        Set<String> names = pods.stream().map(PodState::name).collect(Collectors.toSet());
        int minReplicas = Math.min(group.minReplicas(), names.size());
        return names.equals(named(group)) && minReplicas == group.minReplicas()
            ? Optional.empty()
            : Optional.of(
                action(
                    gang,
                    patch(gang, position, podClique, new TreeSet<>(names))
                        .replace(
                            "/spec/podgroups/%d/minReplicas".formatted(position), minReplicas)));
      }
    }
    return Optional.empty();
  }

  private static Set<String> named(PodGroup group) {
    return group.podReferences().stream().map(NamespacedName::name).collect(Collectors.toSet());
  }

  private static JsonPatch patch(PodGang gang, int position, String podClique, Set<String> names) {
    String group = "/spec/podgroups/" + position;
    String namespace = gang.getMetadata().getNamespace();
    List<NamespacedName> references =
        names.stream().map(name -> new NamespacedName(namespace, name)).toList();
    return JsonPatch.create()
        .test(group + "/name", podClique)
        .replace(group + "/podReferences", references);
  }

  private static Action action(PodGang gang, JsonPatch patch) {
    return new Action.Patch(
        ObjectKey.of(gang),
        gang.getMetadata().getUid(),
        patch.operations(),
        null,
        PodPurposes.UPDATE_REFERENCES);
  }
}
