package dev.coppice.webhook.certificate;

import dev.coppice.api.Names;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Under what the server is called.
 *
 * @param dnsNames host names, the one of its Service first
 * @param ipAddresses in text form
 */
public record ServerNames(List<String> dnsNames, List<String> ipAddresses) {

  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;

  /** Keeps copies. */
  public ServerNames {
    dnsNames = List.copyOf(dnsNames);
    ipAddresses = List.copyOf(ipAddresses);
  }

  /**
   * The names of a Service, the one that the API server uses first.
   *
   * @param clusterDomain the DNS domain of the cluster
   */
  public static ServerNames ofService(String name, String namespace, String clusterDomain) {
    return new ServerNames(
        List.of(
            "%s.%s.svc".formatted(name, namespace),
            name,
            "%s.%s".formatted(name, namespace),
            Names.serviceDomain(name, namespace, clusterDomain)),
        List.of());
  }

  /** These and the host of a URL. */
  public ServerNames and(String host) {
    // An address of version 6 stands in brackets in a URL.
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return bare.contains(":") || bare.matches("[0-9.]+")
        ? new ServerNames(dnsNames, append(ipAddresses, bare))
        : new ServerNames(append(dnsNames, bare), ipAddresses);
  }

  private static List<String> append(List<String> names, String name) {
    return Stream.concat(names.stream(), Stream.of(name)).distinct().toList();
  }

  /** Whether a certificate is good for all of them. */
  boolean areIn(X509Certificate certificate) {
    return in(certificate, DNS_NAME).containsAll(dnsNames)
        && in(certificate, IP_ADDRESS).containsAll(ipAddresses);
  }

  private static Set<Object> in(X509Certificate certificate, int type) {
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      return names == null
          ? Set.of()
          : names.stream()
              .filter(name -> name.getFirst().equals(type))
              .<Object>map(name -> name.get(1))
              .collect(Collectors.toSet());
    } catch (CertificateParsingException e) {
      return Set.of();
    }
  }
}
