package dev.coppice.core.admission.protection;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Those who may change everything: a cluster in which the garbage collector, a kubelet or an
 * administrator is held up does not heal.
 *
 * @param users names of users
 * @param groups names of groups
 */
public record TrustedUsers(Set<String> users, Set<String> groups) {

  /**
   * What runs the cluster: kubelets, the controllers with their service accounts (garbage
   * collector, namespaces, autoscalers), and where they share one, its user; the scheduler and the
   * API server.
   */
  public static final TrustedUsers MACHINERY =
      new TrustedUsers(
          Set.of("system:apiserver", "system:kube-controller-manager", "system:kube-scheduler"),
          Set.of("system:nodes", "system:serviceaccounts:kube-system"));

  /** The {@link #MACHINERY} and administrators. */
  public static final TrustedUsers CLUSTER = MACHINERY.andGroup("system:masters");

  /** The part of the {@link #MACHINERY} that scales: autoscalers are among the controllers. */
  public static final TrustedUsers CONTROLLERS =
      new TrustedUsers(
          Set.of("system:kube-controller-manager"), Set.of("system:serviceaccounts:kube-system"));

  /** Keeps copies. */
  public TrustedUsers {
    users = Set.copyOf(users);
    groups = Set.copyOf(groups);
  }

  /** These and more users. */
  public TrustedUsers and(Collection<String> more) {
    return new TrustedUsers(
        Stream.concat(users.stream(), more.stream()).collect(Collectors.toUnmodifiableSet()),
        groups);
  }

  private TrustedUsers andGroup(String group) {
    return new TrustedUsers(
        users,
        Stream.concat(groups.stream(), Stream.of(group)).collect(Collectors.toUnmodifiableSet()));
  }

  /** Whether somebody is among them. */
  public boolean include(String user, Collection<String> userGroups) {
    return users.contains(user) || userGroups.stream().anyMatch(groups::contains);
  }

  /**
   * The CEL expression, for the match conditions of a webhook, that is true for everybody else. It
   * keeps those users working while the webhook is down.
   */
  public String othersAsCel() {
    return "!(%s) && !(%s)".formatted(userAsCel(), groupAsCel());
  }

  /** The CEL expression that is true for them alone. */
  public String theseAsCel() {
    return "%s || (%s)".formatted(userAsCel(), groupAsCel());
  }

  /** The CEL expression that is true for these users alone. */
  public static String usersAsCel(Set<String> users) {
    return "request.userInfo.username in %s".formatted(list(users));
  }

  private String userAsCel() {
    return usersAsCel(users);
  }

  private String groupAsCel() {
    return "has(request.userInfo.groups) && request.userInfo.groups.exists(g, g in %s)"
        .formatted(list(groups));
  }

  private static String list(Set<String> names) {
    List<String> quoted =
        new TreeSet<>(names)
            .stream()
                .map(name -> "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'")
                .toList();
    return "[" + String.join(", ", quoted) + "]";
  }
}
