package dev.coppice.testkit.plane;

import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.Trust;
import java.io.IOException;
import java.nio.file.Files;
import javax.net.ssl.SSLContext;

/** TLS towards a plane's own components: its authority is trusted, its administrator presented. */
final class PlaneTrust {

  private PlaneTrust() {}

  static SSLContext of(PlaneDirectory directory) {
    try {
      CertifiedKey administrator =
          CertifiedKey.ofPem(
              Files.readString(directory.pki(PlaneCertificates.ADMINISTRATOR)),
              Files.readString(directory.pki(PlaneCertificates.ADMINISTRATOR_KEY)));
      return Trust.inPem(Files.readString(directory.pki(PlaneCertificates.AUTHORITY)))
          .contextOf(administrator);
    } catch (IOException e) {
      throw new ControlPlaneException("cannot read the certificates of " + directory.root(), e);
    }
  }
}
