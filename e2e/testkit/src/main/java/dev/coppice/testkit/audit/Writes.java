package dev.coppice.testkit.audit;

import dev.coppice.testkit.plane.AuditLog;
import dev.coppice.testkit.plane.AuditLog.Request;
import dev.coppice.testkit.plane.PlaneUser;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Changes that were asked for, granted or not, narrowed down step by step until they can be
 * compared with a budget. Renewals of leases are left out from the start: they tell of time passing
 * and of nothing else.
 *
 * @param requests in the order in which they were answered
 */
public record Writes(List<Request> requests) {

  private static final String LEASES = "leases";

  /** Copies the requests. */
  public Writes {
    requests = List.copyOf(requests);
  }

  /** All changes that anybody has asked for so far. */
  public static Writes in(AuditLog log) {
    return of(log.requests());
  }

  /** The changes among some requests. */
  public static Writes of(List<Request> requests) {
    return new Writes(requests)
        .where(Request::isWrite)
        .where(request -> !request.resource().equals(LEASES));
  }

  /** Those of one user. */
  public Writes by(PlaneUser user) {
    return where(request -> request.user().equals(user.userName()));
  }

  /** Those of clients that call themselves so, whatever version follows. */
  public Writes byAgent(String prefix) {
    return where(request -> request.userAgent().startsWith(prefix));
  }

  /** Those received from an instant on and before another. */
  public Writes between(Instant from, Instant to) {
    return where(request -> !request.received().isBefore(from) && request.received().isBefore(to));
  }

  /** Those in one namespace. */
  public Writes inNamespace(String namespace) {
    return where(request -> request.namespace().equals(namespace));
  }

  /**
   * Objects made of one resource; a binding, a create of {@code pods/binding}, makes none, nor does
   * a create with {@code dryRun}.
   */
  public Writes creations(String resource) {
    return to(resource)
        .toSubresource("")
        .withVerb("create")
        .granted()
        .where(request -> !request.dryRun());
  }

  /** Those about one resource, by its plural name, its subresources included. */
  public Writes to(String resource) {
    return where(request -> request.resource().equals(resource));
  }

  /** Those about one subresource; empty for the objects themselves. */
  public Writes toSubresource(String subresource) {
    return where(request -> request.subresource().equals(subresource));
  }

  /** Those with one verb. */
  public Writes withVerb(String verb) {
    return where(request -> request.verb().equals(verb));
  }

  /** Those that the API server carried out. */
  public Writes granted() {
    return where(request -> request.code() >= 200 && request.code() < 300);
  }

  /** Those that the API server refused. */
  public Writes refused() {
    return where(request -> request.code() >= 400);
  }

  /** How many they are. */
  public int count() {
    return requests.size();
  }

  /** How many there are of each sort, for example of {@code update podcliques/status}. */
  public SortedMap<String, Long> counts() {
    return requests.stream()
        .collect(Collectors.groupingBy(Writes::sort, TreeMap::new, Collectors.counting()));
  }

  private static String sort(Request request) {
    String subresource = request.subresource().isEmpty() ? "" : "/" + request.subresource();
    return request.verb() + " " + request.resource() + subresource;
  }

  private Writes where(Predicate<Request> holds) {
    return new Writes(requests.stream().filter(holds).toList());
  }

  /** The counts, one sort a line. */
  @Override
  public String toString() {
    return counts().entrySet().stream()
        .map(entry -> "%6d %s".formatted(entry.getValue(), entry.getKey()))
        .collect(Collectors.joining("\n", count() + " writes\n", ""));
  }
}
