package dev.coppice.testkit.plane;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.coppice.testkit.process.Lifetime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/**
 * What must be known about a plane to go on with it in another JVM.
 *
 * @param server address of the API server
 * @param kubectl path of the matching command line client
 * @param etcdData folder of the stored objects
 * @param lifetime whether the processes end with the JVM that starts them
 * @param components how each one starts, in order
 */
record PlaneState(
    String server,
    String kubectl,
    String etcdData,
    Lifetime lifetime,
    List<ComponentLaunch> components) {

  private static final ObjectMapper JSON = new ObjectMapper();

  PlaneState {
    components = List.copyOf(components);
  }

  ComponentLaunch of(Component component) {
    return components.stream()
        .filter(launch -> launch.component() == component)
        .findFirst()
        .orElseThrow(() -> new ControlPlaneException("this plane has no " + component.binary()));
  }

  static Optional<PlaneState> read(PlaneDirectory directory) {
    if (!Files.exists(directory.state())) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(directory.state().toFile(), PlaneState.class));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + directory.state(), e);
    }
  }

  void write(PlaneDirectory directory) {
    try {
      PlaneDirectory.write(
          directory.state(), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + directory.state(), e);
    }
  }
}
