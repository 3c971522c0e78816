package dev.coppice.webhook.certificate;

import dev.coppice.api.Names;
import dev.coppice.tls.LeafRequest;
import java.net.InetAddress;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
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
 * @param called the one of them by which the API server calls it
 */
public record ServerNames(List<String> dnsNames, List<String> ipAddresses, String called) {

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
    String called = "%s.%s.svc".formatted(name, namespace);
    return new ServerNames(
        List.of(
            called,
            name,
            "%s.%s".formatted(name, namespace),
            Names.serviceDomain(name, namespace, clusterDomain)),
        List.of(),
        called);
  }

  /** These and the host of a URL, by which the API server calls it then. */
  public ServerNames and(String host) {
    // An address of version 6 stands in brackets in a URL.
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return isAddress(bare)
        ? new ServerNames(dnsNames, append(ipAddresses, bare), bare)
        : new ServerNames(append(dnsNames, bare), ipAddresses, bare);
  }

  private static boolean isAddress(String host) {
    return host.contains(":") || host.matches("[0-9.]+");
  }

  private static List<String> append(List<String> names, String name) {
    return Stream.concat(names.stream(), Stream.of(name)).distinct().toList();
  }

  /** What a certificate for all of them is made from. */
  LeafRequest request(Duration validity) {
    return LeafRequest.server(dnsNames.getFirst(), dnsNames, ipAddresses, validity);
  }

  /** Whether a certificate is good for all of them. */
  boolean areIn(X509Certificate certificate) {
    return in(certificate, DNS_NAME).containsAll(dnsNames)
        && in(certificate, IP_ADDRESS)
            .containsAll(ipAddresses.stream().map(ServerNames::normal).toList());
  }

  /** Whether a certificate is good for the one by which the API server calls the server. */
  boolean areCalledAsIn(X509Certificate certificate) {
    return isAddress(called)
        ? in(certificate, IP_ADDRESS).contains(normal(called))
        : in(certificate, DNS_NAME).stream().anyMatch(this::matchesCalled);
  }

  /** An asterisk stands for the first label. */
  private boolean matchesCalled(String name) {
    return name.startsWith("*.")
        ? called.contains(".")
            && name.substring(1).equalsIgnoreCase(called.substring(called.indexOf('.')))
        : name.equalsIgnoreCase(called);
  }

  /** One address of version 6 is written in several ways. */
  private static String normal(String address) {
    return InetAddress.ofLiteral(address).getHostAddress();
  }

  private static Set<String> in(X509Certificate certificate, int type) {
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      return names == null
          ? Set.of()
          : names.stream()
              .filter(name -> name.getFirst().equals(type))
              .map(name -> name.get(1).toString())
              .map(name -> type == IP_ADDRESS ? normal(name) : name)
              .collect(Collectors.toSet());
    } catch (CertificateParsingException e) {
      return Set.of();
    }
  }
}
