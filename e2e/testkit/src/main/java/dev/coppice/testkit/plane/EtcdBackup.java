package dev.coppice.testkit.plane;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What etcd held at one time, put back as a cluster is restored: all components begin anew. */
public final class EtcdBackup {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final List<Component> ABOVE_ETCD =
      List.of(
          Component.API_SERVER, Component.CONTROLLER_MANAGER, Component.SCHEDULER, Component.KWOK);

  private final ControlPlane plane;
  private final Path data;
  private final String etcd;
  private final Path copy;

  private EtcdBackup(ControlPlane plane, Path data, String etcd, Path copy) {
    this.plane = plane;
    this.data = data;
    this.etcd = etcd;
    this.copy = copy;
  }

  /**
   * Copies what etcd holds.
   *
   * @param data the folder of etcd's data
   * @param etcd where it is called
   * @param copy where it is kept; what was there before is removed
   */
  static EtcdBackup make(ControlPlane plane, Path data, String etcd, Path copy) {
    PlaneDirectory.delete(copy);
    plane.stop(Component.ETCD);
    copy(data, copy);
    plane.start(Component.ETCD);
    return new EtcdBackup(plane, data, etcd, copy);
  }

  /** Puts it back with the revisions that it had: those that were seen since come once more. */
  public void restore() {
    restore(0);
  }

  /**
   * Puts it back with revisions beyond this one, of which the earlier ones are gone, as {@code
   * etcdutl snapshot restore} with {@code --bump-revision} and {@code --mark-compacted} does.
   */
  public void restoreBeyond(long revision) {
    restore(revision);
  }

  private void restore(long beyond) {
    ABOVE_ETCD.forEach(plane::stop);
    plane.stop(Component.ETCD);
    PlaneDirectory.delete(data);
    copy(copy, data);
    plane.start(Component.ETCD);
    if (beyond > 0) {
      bump(beyond);
    }
    ABOVE_ETCD.forEach(plane::start);
  }

  private void bump(long beyond) {
    try (HttpClient http = HttpClient.newHttpClient()) {
      long revision = 0;
      while (revision <= beyond) {
        revision = post(http, "put", "{\"key\":\"YnVtcA==\"}").at("/header/revision").asLong();
      }
      post(http, "compaction", "{\"revision\":\"%d\",\"physical\":true}".formatted(revision));
    }
  }

  private JsonNode post(HttpClient http, String call, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("%s/v3/kv/%s".formatted(etcd, call)))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new ControlPlaneException("etcd refuses " + call + ": " + response.body());
      }
      return JSON.readTree(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot call etcd", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ControlPlaneException("interrupted while calling etcd", e);
    }
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy " + from, e);
    }
  }
}
