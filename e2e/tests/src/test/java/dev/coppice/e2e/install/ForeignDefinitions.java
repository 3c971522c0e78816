package dev.coppice.e2e.install;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Kinds of others that the chart can make objects of, without their schemas. */
final class ForeignDefinitions {

  static final String YAML =
      Stream.of(
              definition("monitoring.coreos.com", "ServiceMonitor", "servicemonitors"),
              definition("cert-manager.io", "Certificate", "certificates"),
              definition("cert-manager.io", "Issuer", "issuers"))
          .collect(Collectors.joining("---\n"));

  private ForeignDefinitions() {}

  private static String definition(String group, String kind, String plural) {
    return """
    apiVersion: apiextensions.k8s.io/v1
    kind: CustomResourceDefinition
    metadata: {name: %2$s.%1$s}
    spec:
      group: %1$s
      scope: Namespaced
      names: {kind: %3$s, listKind: %3$sList, plural: %2$s, singular: %4$s}
      versions:
      - name: v1
        served: true
        storage: true
        schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
    """
        .formatted(group, plural, kind, kind.toLowerCase(java.util.Locale.ROOT));
  }
}
