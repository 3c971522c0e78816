package dev.coppice.testkit.plane;

import dev.coppice.testkit.process.Lifetime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Choices before a {@link ControlPlane} starts; each has a default that suits tests. */
public final class ControlPlaneBuilder {

  private final Path directory;
  private PlaneSettings settings = PlaneSettings.defaults();
  private Supplier<Binaries> binaries = Binaries::find;
  private Consumer<String> progress = step -> {};

  ControlPlaneBuilder(Path directory) {
    this.directory = directory;
  }

  /** Leaves the limits that Kubernetes puts on its own clients as they are. */
  public ControlPlaneBuilder withKubernetesDefaultLimits() {
    settings = settings.withTuned(false);
    return this;
  }

  /** Leaves nodes and pods alone: no node becomes Ready, no pod starts. */
  public ControlPlaneBuilder withoutKwok() {
    settings = settings.withKwok(false);
    return this;
  }

  /**
   * Leaves out the service accounts of an installation with their rights and kubeconfigs, for those
   * who install them; {@link ControlPlane#identify} writes the kubeconfigs later.
   */
  public ControlPlaneBuilder withoutIdentities() {
    settings = settings.withIdentities(false);
    return this;
  }

  /** Lets the processes outlive this JVM; {@link ControlPlane#running} finds them again. */
  public ControlPlaneBuilder detached() {
    settings = settings.withLifetime(Lifetime.DETACHED);
    return this;
  }

  /**
   * After how long a silent node counts as lost. The default of 6 s suits tests of node loss;
   * Kubernetes' own 40 s suits a machine under such load that a heartbeat may come late.
   */
  public ControlPlaneBuilder nodeGracePeriod(Duration period) {
    settings = settings.withNodeGracePeriod(period);
    return this;
  }

  /** Replaces the default policy, which logs the metadata of nearly every request. */
  public ControlPlaneBuilder auditPolicy(String yaml) {
    settings = settings.withAuditPolicy(yaml);
    return this;
  }

  /** Adds flags, which win over the default ones. */
  public ControlPlaneBuilder flags(Component component, String... flags) {
    settings = settings.withFlags(component, List.of(flags));
    return this;
  }

  /** Takes the executables from here instead of looking for them. */
  public ControlPlaneBuilder binaries(Binaries chosen) {
    binaries = () -> chosen;
    return this;
  }

  /** Is told, in a few words, of each step. */
  public ControlPlaneBuilder progress(Consumer<String> listener) {
    progress = listener;
    return this;
  }

  /** Starts everything and returns when the plane is ready for use. */
  public ControlPlane start() {
    return ControlPlane.start(new PlaneDirectory(directory), settings, binaries.get(), progress);
  }
}
