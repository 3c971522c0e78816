package dev.coppice.simulator.model;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.reconcile.Trial;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Images that users mistype: the API server takes no pod of them until it takes them all. */
public final class Mistakes {

  private static final String PREFIX = "mistyped-";

  private int accepted;
  private boolean made;

  /** Mistakes that a cluster's API server knows. */
  public Mistakes(ClusterModel cluster) {
    cluster.podRule().refuse(this::why);
  }

  /** The image of a mistake that nothing was ever made from. */
  public String image() {
    made = true;
    return PREFIX + accepted;
  }

  /** Whether a mistake was made that is not taken. */
  public boolean areRefused() {
    return made;
  }

  /** Whether a set asks for a mistake, taken by now or not. */
  public static boolean areIn(PodCliqueSet set) {
    return set.getSpec().template().cliques().stream()
        .flatMap(clique -> clique.spec().podSpec().getContainers().stream())
        .anyMatch(container -> container.getImage().startsWith(PREFIX));
  }

  /** Takes the mistakes that were made so far. */
  public void accept() {
    accepted++;
    made = false;
  }

  private Trial.@Nullable Refused why(Pod pod) {
    return pod.getSpec().getContainers().getFirst().getImage().equals(PREFIX + accepted)
        ? new Trial.Refused("no such image", List.of())
        : null;
  }
}
