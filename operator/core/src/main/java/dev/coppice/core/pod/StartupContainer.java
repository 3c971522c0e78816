package dev.coppice.core.pod;

import dev.coppice.api.Annotations;
import dev.coppice.api.Names;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.List;
import java.util.stream.Stream;

/**
 * The init container that keeps a pod's own containers from starting until the pod is released. It
 * sees a file that the kubelet fills from the pod's annotation, so no credentials of ours enter the
 * pod. It fits restricted namespaces, and leaves a Guaranteed pod Guaranteed.
 */
final class StartupContainer {

  private static final String FOLDER = "/var/grove/startup";
  private static final String FILE = "released";
  private static final long NOBODY = 65532L;

  // The shell is process 1, which no signal ends that it does not trap; and it traps none while a
  // command in the foreground runs. Kubernetes leaves what stands in $(...) alone if no variable is
  // named so.
  private static final String WAIT =
      """
      trap 'exit 143' TERM
      says='waits for'
      seconds=0
      until [ -s %s/%s ]; do
        if [ $((seconds %% 30)) -eq 0 ]; then
          for parent in "$@"; do echo "$says $parent"; done
          says='still waits for'
        fi
        sleep 1 & wait $!
        seconds=$((seconds + 1))
      done
      """
          .formatted(FOLDER, FILE);

  /** All pods carry them, and a clique may wait for one of each of a thousand replicas. */
  private static final int MOST_NAMED = 10;

  private final StartupSettings settings;
  private final List<String> parents;

  /**
   * Prints for whom it waits.
   *
   * @param settings what is configured; the image has a shell and {@code sleep}
   * @param parents names of the PodCliques that start before
   */
  StartupContainer(StartupSettings settings, List<String> parents) {
    this.settings = settings;
    this.parents = List.copyOf(parents);
  }

  /** The specification with the container after all other init containers. */
  PodSpec into(PodSpec spec) {
    return new PodSpecBuilder(spec).addToVolumes(volume()).addToInitContainers(container()).build();
  }

  private static Volume volume() {
    return new VolumeBuilder()
        .withName(Names.STARTUP_VOLUME)
        .withNewDownwardAPI()
        .addNewItem()
        .withPath(FILE)
        .withNewFieldRef()
        .withFieldPath("metadata.annotations['" + Annotations.STARTUP_RELEASED + "']")
        .endFieldRef()
        .endItem()
        .endDownwardAPI()
        .build();
  }

  private List<String> named() {
    int more = parents.size() - MOST_NAMED;
    return more <= 0
        ? parents
        : Stream.concat(
                parents.stream().limit(MOST_NAMED), Stream.of("%d more PodCliques".formatted(more)))
            .toList();
  }

  private Container container() {
    return new ContainerBuilder()
        .withName(Names.STARTUP_CONTAINER)
        .withImage(settings.image())
        .withImagePullPolicy("IfNotPresent")
        .withCommand("sh", "-c", WAIT, Names.STARTUP_CONTAINER)
        .withArgs(named())
        .withResources(settings.resources())
        .withNewSecurityContext()
        .withRunAsNonRoot(true)
        .withRunAsUser(NOBODY)
        .withAllowPrivilegeEscalation(false)
        .withReadOnlyRootFilesystem(true)
        .withNewCapabilities()
        .withDrop("ALL")
        .endCapabilities()
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .endSecurityContext()
        .addNewVolumeMount()
        .withName(Names.STARTUP_VOLUME)
        .withMountPath(FOLDER)
        .withReadOnly(true)
        .endVolumeMount()
        .build();
  }
}
