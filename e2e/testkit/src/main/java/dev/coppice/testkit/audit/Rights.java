package dev.coppice.testkit.audit;

import dev.coppice.testkit.plane.AuditLog.Request;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Compares what users may do with what they did. Fed with requests one by one, because the logs of
 * all planes are more than fits into memory.
 */
public final class Rights {

  /**
   * Asked of whoever sets an owner reference where {@code OwnerReferencesPermissionEnforcement} is
   * on; the audit log knows nothing of that.
   */
  private static final String NEVER_IN_THE_LOG = "/finalizers";

  private final List<Grant> grants;
  private final Set<Grant> unused;
  private final Set<String> users;
  private final Set<String> refused = new LinkedHashSet<>();
  private long requests;
  private long early;

  /** Nothing has been done yet. */
  public Rights(List<Grant> grants) {
    this.grants = List.copyOf(grants);
    this.unused = new LinkedHashSet<>(grants);
    unused.removeIf(grant -> grant.resource().endsWith(NEVER_IN_THE_LOG));
    this.users = Set.copyOf(grants.stream().map(Grant::user).toList());
  }

  /** Whether a line of an audit log may be about one of the users. */
  public boolean concerns(String line) {
    return users.stream().anyMatch(user -> line.contains('"' + user + '"'));
  }

  /** Takes one request into account. */
  public void take(Request request) {
    if (!users.contains(request.user())) {
      return;
    }
    requests++;
    if (request.forbidden() && grants.stream().anyMatch(grant -> grant.covers(request))) {
      // An API server that has just started knows no roles yet.
      early++;
    } else if (request.forbidden()) {
      refused.add(
          "%s: %s %s.%s"
              .formatted(
                  request.user(), request.verb(), Grant.resourceOf(request), request.group()));
    } else {
      unused.removeIf(grant -> grant.covers(request));
    }
  }

  /** What was refused for want of a right, each sort once. */
  public List<String> refused() {
    return List.copyOf(refused);
  }

  /** Rights that nobody has used. */
  public List<Grant> unused() {
    return List.copyOf(unused);
  }

  /** A line for people, and one for everything that is not as it should be. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "rights: %,d requests of %d service accounts, %d sorts refused, %d requests made of an"
                + " API server that had not read its roles yet; %d of %d rights unused",
            requests,
            users.size(),
            refused.size(),
            early,
            unused.size(),
            grants.size()));
    refused.forEach(request -> lines.add("  refused: " + request));
    unused.forEach(grant -> lines.add("  unused: " + grant));
    return lines;
  }
}
