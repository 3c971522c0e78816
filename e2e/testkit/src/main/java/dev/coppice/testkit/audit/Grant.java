package dev.coppice.testkit.audit;

import dev.coppice.testkit.plane.AuditLog.Request;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleRef;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import java.util.List;
import java.util.stream.Stream;

/**
 * The right of one user to one verb on one resource.
 *
 * @param user name of the user
 * @param verb for example {@code create}
 * @param group of the resource; empty for the core
 * @param resource plural name, with its subresource behind a slash if it has one
 * @param namespace in which it holds; empty for all of them
 * @param name of the one object that it is about; empty for all of them
 */
public record Grant(
    String user, String verb, String group, String resource, String namespace, String name) {

  /** Every right that roles and their bindings give to service accounts. */
  public static List<Grant> of(List<HasMetadata> objects) {
    return objects.stream()
        .flatMap(object ->
            switch (object) {
              case ClusterRoleBinding all ->
                  granted(objects, all.getRoleRef(), all.getSubjects(), "");
              case RoleBinding some ->
                  granted(
                      objects,
                      some.getRoleRef(),
                      some.getSubjects(),
                      some.getMetadata().getNamespace());
              default -> Stream.empty();
            })
        .distinct()
        .toList();
  }

  private static Stream<Grant> granted(
      List<HasMetadata> objects, RoleRef role, List<Subject> subjects, String namespace) {
    List<PolicyRule> rules = rules(objects, role);
    return subjects.stream()
        .map(subject ->
            "system:serviceaccount:%s:%s".formatted(subject.getNamespace(), subject.getName()))
        .flatMap(user -> rules.stream().flatMap(rule -> granted(user, rule, namespace)));
  }

  private static List<PolicyRule> rules(List<HasMetadata> objects, RoleRef wanted) {
    return objects.stream()
        .filter(object ->
            object.getKind().equals(wanted.getKind())
                && object.getMetadata().getName().equals(wanted.getName()))
        .findFirst()
        .map(object ->
            switch (object) {
              case ClusterRole role -> role.getRules();
              case Role role -> role.getRules();
              default -> List.<PolicyRule>of();
            })
        .orElseThrow(() -> new IllegalStateException("no " + wanted));
  }

  private static Stream<Grant> granted(String user, PolicyRule rule, String namespace) {
    List<String> names = rule.getResourceNames().isEmpty() ? List.of("") : rule.getResourceNames();
    return rule.getVerbs().stream()
        .flatMap(verb ->
            rule.getApiGroups().stream()
                .flatMap(group ->
                    rule.getResources().stream()
                        .flatMap(resource ->
                            names.stream()
                                .map(name ->
                                    new Grant(user, verb, group, resource, namespace, name)))));
  }

  /** Whether a request needs this right. */
  boolean covers(Request request) {
    return request.user().equals(user)
        && request.verb().equals(verb)
        && request.group().equals(group)
        && resourceOf(request).equals(resource)
        && (namespace.isEmpty() || request.namespace().equals(namespace))
        && (name.isEmpty() || request.name().equals(name));
  }

  /** With its subresource behind a slash. */
  static String resourceOf(Request request) {
    return request.subresource().isEmpty()
        ? request.resource()
        : request.resource() + "/" + request.subresource();
  }

  @Override
  public String toString() {
    return "%s may %s %s%s%s"
        .formatted(
            user,
            verb,
            resource,
            group.isEmpty() ? "" : "." + group,
            name.isEmpty() ? "" : " " + name);
  }
}
