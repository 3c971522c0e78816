package dev.coppice.testkit.plane;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.ConfigBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Base64;

/** Files by which clients find the API server of a plane, and prove themselves. */
final class Kubeconfig {

  private Kubeconfig() {}

  /**
   * Writes the file of a user.
   *
   * @param server address of the API server
   * @param proof certificate or token
   */
  static void write(PlaneDirectory directory, PlaneUser user, String server, AuthInfo proof) {
    Config config =
        new ConfigBuilder()
            .withApiVersion("v1")
            .withKind("Config")
            .withCurrentContext("coppice")
            .addNewCluster()
            .withName("coppice")
            .withNewCluster()
            .withServer(server)
            .withCertificateAuthorityData(encode(authority(directory)))
            .endCluster()
            .endCluster()
            .addNewUser()
            .withName(user.userName())
            .withUser(proof)
            .endUser()
            .addNewContext()
            .withName("coppice")
            .withNewContext()
            .withCluster("coppice")
            .withUser(user.userName())
            .endContext()
            .endContext()
            .build();
    PlaneDirectory.write(directory.kubeconfig(user), Serialization.asYaml(config));
  }

  private static String authority(PlaneDirectory directory) {
    try {
      return Files.readString(directory.pki(PlaneCertificates.AUTHORITY));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the certificate of the plane's authority", e);
    }
  }

  static String encode(String pem) {
    return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
  }
}
