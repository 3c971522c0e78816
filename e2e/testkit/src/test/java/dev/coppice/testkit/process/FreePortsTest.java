package dev.coppice.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreePortsTest {

  @Test
  void all_ports_taken_at_once_are_different_and_below_the_range_of_outgoing_connections() {
    List<Integer> ports = FreePorts.take(50);

    assertThat(ports).doesNotHaveDuplicates().hasSize(50).allMatch(port -> port < 32_768);
  }

  @Test
  void a_taken_port_can_be_listened_on() throws IOException {
    int port = FreePorts.take();

    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(socket.isBound()).isTrue();
    }
  }
}
