package dev.coppice.tls;

import java.time.Duration;
import java.util.List;

/**
 * What a certificate below an authority is to say.
 *
 * @param commonName the subject; for a Kubernetes client the user name
 * @param organizations further parts of the subject; for a Kubernetes client its groups
 * @param usage which end of a connection the certificate is for
 * @param dnsNames host names under which a server is reached
 * @param ipAddresses addresses, in text form, under which a server is reached
 * @param validity how long from now on the certificate holds
 */
public record LeafRequest(
    String commonName,
    List<String> organizations,
    Usage usage,
    List<String> dnsNames,
    List<String> ipAddresses,
    Duration validity) {

  /** The end of a connection that a certificate speaks for. */
  public enum Usage {
    SERVER,
    CLIENT
  }

  public LeafRequest {
    organizations = List.copyOf(organizations);
    dnsNames = List.copyOf(dnsNames);
    ipAddresses = List.copyOf(ipAddresses);
    if (validity.isNegative() || validity.isZero()) {
      throw new IllegalArgumentException("validity must be positive: " + validity);
    }
  }

  /** A server reached under the given names and addresses. */
  public static LeafRequest server(
      String commonName, List<String> dnsNames, List<String> ipAddresses, Duration validity) {
    return new LeafRequest(commonName, List.of(), Usage.SERVER, dnsNames, ipAddresses, validity);
  }

  /** A client that is the user {@code commonName} in the groups {@code organizations}. */
  public static LeafRequest client(
      String commonName, List<String> organizations, Duration validity) {
    return new LeafRequest(commonName, organizations, Usage.CLIENT, List.of(), List.of(), validity);
  }
}
