package dev.coppice.webhook.registration;

import dev.coppice.kube.trust.RegistrationName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which registrations an installation has.
 *
 * @param protects whether what the operator made is protected
 * @param queues what is done about Queues; empty if there are none
 * @param guards whether evictions are guarded
 */
public record InstalledRegistrations(
    boolean protects, Optional<JudgedQueues> queues, boolean guards) {

  static final RegistrationName DEFAULTING = mutating("podcliqueset-defaulting-webhook");
  static final RegistrationName SETS = validating("podcliqueset-validating-webhook");
  static final RegistrationName TOPOLOGIES = validating("clustertopology-validating-webhook");
  static final RegistrationName SCALES = validating("scale-validating-webhook");
  static final RegistrationName AUTHORIZER = validating("authorizer-webhook");
  static final RegistrationName QUEUES = validating("queue-validating-webhook");
  static final RegistrationName QUEUE_DEFAULTING = mutating("queue-defaulting-webhook");
  static final RegistrationName EVICTIONS = validating("eviction-guard-webhook");

  /** How an installation stands to a registration. */
  private enum Standing {
    /** Without it the webhook does not do its work. */
    REQUIRED,
    /** It is installed by who knows more of the cluster than the webhook may. */
    WELCOME,
    /** It must not be there; what it matches is answered while it is. */
    LEFT_OVER,
    /** It must not be there. */
    UNKNOWN
  }

  /** Without them the webhook does not do its work. */
  public List<RegistrationName> required() {
    return with(Set.of(Standing.REQUIRED));
  }

  /** While one of them is there, calls must succeed. */
  public List<RegistrationName> optional() {
    return with(Set.of(Standing.WELCOME, Standing.LEFT_OVER));
  }

  /** They must not be in the cluster. */
  public List<RegistrationName> switchedOff() {
    return with(Set.of(Standing.LEFT_OVER, Standing.UNKNOWN));
  }

  private List<RegistrationName> with(Set<Standing> standings) {
    return standings().entrySet().stream()
        .filter(registration -> standings.contains(registration.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private Map<RegistrationName, Standing> standings() {
    Map<RegistrationName, Standing> standings = new LinkedHashMap<>();
    for (RegistrationName always : List.of(DEFAULTING, SETS, TOPOLOGIES, SCALES)) {
      standings.put(always, Standing.REQUIRED);
    }
    standings.put(AUTHORIZER, protects ? Standing.REQUIRED : Standing.LEFT_OVER);
    standings.put(QUEUES, queues.isPresent() ? Standing.REQUIRED : Standing.UNKNOWN);
    standings.put(
        QUEUE_DEFAULTING, queues.map(InstalledRegistrations::defaulting).orElse(Standing.UNKNOWN));
    standings.put(EVICTIONS, guards ? Standing.REQUIRED : Standing.UNKNOWN);
    return standings;
  }

  private static Standing defaulting(JudgedQueues queues) {
    return switch (queues.kai()) {
      case CONFIGURED -> Standing.REQUIRED;
      case FOUND -> Standing.WELCOME;
      case ABSENT -> Standing.LEFT_OVER;
    };
  }

  private static RegistrationName mutating(String name) {
    return new RegistrationName(RegistrationName.Kind.MUTATING, name);
  }

  private static RegistrationName validating(String name) {
    return new RegistrationName(RegistrationName.Kind.VALIDATING, name);
  }
}
