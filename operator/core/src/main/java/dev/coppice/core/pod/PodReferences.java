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
            : Optional.of(patch(gang, position, podClique, new TreeSet<>(names)));
      }
    }
    return Optional.empty();
  }

  private static Set<String> named(PodGroup group) {
    return group.podReferences().stream().map(NamespacedName::name).collect(Collectors.toSet());
  }

  private static Action patch(PodGang gang, int position, String podClique, Set<String> names) {
    String group = "/spec/podgroups/" + position;
    String namespace = gang.getMetadata().getNamespace();
    List<NamespacedName> references =
        names.stream().map(name -> new NamespacedName(namespace, name)).toList();
    return new Action.Patch(
        ObjectKey.of(gang),
        gang.getMetadata().getUid(),
        JsonPatch.create()
            .test(group + "/name", podClique)
            .replace(group + "/podReferences", references)
            .operations(),
        null,
        PodPurposes.UPDATE_REFERENCES);
  }
}
