package dev.coppice.webhook.eviction;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.coppice.core.queue.victim.NodeDecision;
import dev.coppice.core.queue.victim.PreemptionRules;
import dev.coppice.core.queue.victim.RunningGang;
import dev.coppice.core.queue.victim.UnknownPreemptor;
import dev.coppice.core.queue.victim.Victim;
import dev.coppice.webhook.review.Denials;
import dev.coppice.webhook.review.ReviewRequest;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.Verdict;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Refuses evictions by schedulers that nobody may make: behind those that ask before, and in place
 * of the question where no scheduler can be told to ask. Nobody else is ever in its way.
 */
final class EvictionGuard implements Reviewer {

  private static final int TOO_MANY_REQUESTS = 429;

  // The scheduler has written it before it was refused.
  private static final String LEFT_BEHIND =
      "; the pod stays, and its condition DisruptionTarget goes by itself within two minutes";

  private final EvictionLookup lookup;
  private final EvictionSettings settings;
  private final RecentAnswers recent;
  private final Nominees nominees;
  private final EvictionEvents events;
  private final EvictionMeters meters;
  private final InstantSource clock;

  EvictionGuard(
      EvictionLookup lookup,
      EvictionSettings settings,
      RecentAnswers recent,
      EvictionEvents events,
      EvictionMeters meters,
      InstantSource clock) {
    this.lookup = lookup;
    this.settings = settings;
    this.recent = recent;
    this.nominees = new Nominees(lookup);
    this.events = events;
    this.meters = meters;
    this.clock = clock;
  }

  /**
   * One eviction.
   *
   * @param code by which it is denied
   * @param rehearsed whether nothing comes of it, so that nobody is told
   */
  private record Asked(KnownPod pod, String user, int code, boolean rehearsed) {}

  @Override
  public Verdict review(ReviewRequest request) {
    String user =
        Objects.requireNonNullElse(
            Objects.requireNonNullElseGet(request.about().getUserInfo(), UserInfo::new)
                .getUsername(),
            "");
    if (!settings.schedulers().contains(user)) {
      return Verdict.allow();
    }
    boolean deletes = "DELETE".equals(request.about().getOperation());
    Optional<Pod> pod;
    try {
      pod = deletes ? deleted(request) : evicted(request);
    } catch (JsonProcessingException e) {
      return Verdict.deny(Denials.unreadable("the pod cannot be read", e));
    }
    return pod.flatMap(KnownPod::of)
        .map(known ->
            judge(
                new Asked(
                    known,
                    user,
                    deletes ? settings.deleteDenialCode() : TOO_MANY_REQUESTS,
                    Boolean.TRUE.equals(request.about().getDryRun()))))
        .orElseGet(Verdict::allow);
  }

  /**
   * A scheduler says on the pod that it evicts it; what it deletes without that is something else.
   */
  private Optional<Pod> deleted(ReviewRequest request) throws JsonProcessingException {
    Optional<Pod> pod =
        request.oldObject() == null
            ? evicted(request)
            : Optional.of(request.oldObject().withStatus(Pod.class));
    return pod.filter(EvictionGuard::isPreempted);
  }

  private static boolean isPreempted(Pod pod) {
    return Optional.ofNullable(pod.getStatus()).map(PodStatus::getConditions).stream()
        .flatMap(List::stream)
        .anyMatch(condition ->
            "DisruptionTarget".equals(condition.getType())
                && "True".equals(condition.getStatus())
                && "PreemptionByScheduler".equals(condition.getReason()));
  }

  private Optional<Pod> evicted(ReviewRequest request) {
    return lookup.pod(
        Objects.requireNonNullElse(request.about().getNamespace(), ""),
        Objects.requireNonNullElse(request.about().getName(), ""));
  }

  private Verdict judge(Asked asked) {
    Optional<String> complaint = lookup.complaint();
    if (complaint.isPresent()) {
      // Whoever was asked before has judged; otherwise nobody has.
      return settings.asked()
          ? Verdict.allow()
          : Verdict.deny(Denials.unavailable(complaint.get()));
    }
    Instant now = clock.instant();
    return switch (recent.about(asked.pod().uid(), now).orElse(null)) {
      case RecentAnswers.Answer.Approved() -> Verdict.allow();
      case RecentAnswers.Answer.Refused(String why) -> refused(asked, why, now);
      case null -> unannounced(asked, now);
    };
  }

  /** Somebody was refused the pod here; another replica may have given it to somebody else. */
  private Verdict refused(Asked asked, String why, Instant now) {
    List<NodeDecision> decisions = forNominated(asked.pod(), gang(asked.pod()), rules(), now);
    return isKept(decisions) ? bypassed(asked) : denied(asked, why);
  }

  private PreemptionRules rules() {
    return new PreemptionRules(settings.queues().over(lookup.queues()), settings.selection());
  }

  private RunningGang gang(KnownPod pod) {
    RunningGangs gangs = new RunningGangs(lookup, settings.queues());
    gangs.add(pod);
    return gangs.of(pod);
  }

  /** What those may do who were promised room on the pod's node. */
  private List<NodeDecision> forNominated(
      KnownPod victim, RunningGang gang, PreemptionRules rules, Instant now) {
    // What it says may not be written yet.
    List<PendingPod> nominated =
        victim.node() == null ? List.of() : nominees.on(victim.node(), now);
    return nominated.stream()
        .map(pod ->
            rules.judge(
                pod.preemptor(lookup, settings.queues().defaultQueue()),
                Map.of("", List.of(new Victim.OfGang(victim.uid(), gang))),
                now))
        .toList();
  }

  private static boolean isKept(List<NodeDecision> decisions) {
    return decisions.stream().anyMatch(decision -> !decision.kept().isEmpty());
  }

  /** Nobody has asked this replica. */
  private Verdict unannounced(Asked asked, Instant now) {
    PreemptionRules rules = rules();
    RunningGang gang = gang(asked.pod());
    Optional<dev.coppice.core.queue.victim.Verdict> refusal =
        new UnknownPreemptor(rules, settings.benefit()).refusal(asked.pod().uid(), gang, now);
    if (refusal.isEmpty()) {
      return bypassed(asked);
    }
    List<NodeDecision> decisions = forNominated(asked.pod(), gang, rules, now);
    if (isKept(decisions)) {
      return bypassed(asked);
    }
    if (!asked.rehearsed()) {
      events.tellVictim(refusal.get(), asked.user(), now);
    }
    return denied(
        asked,
        decisions.stream()
            .flatMap(decision -> decision.dropped().values().stream())
            .map(NodeDecision.Refusal::text)
            .findFirst()
            .orElseGet(() -> refusal.get().text()));
  }

  private Verdict bypassed(Asked asked) {
    if (settings.asked() && !asked.rehearsed()) {
      meters.bypassed();
    }
    return Verdict.allow();
  }

  private Verdict denied(Asked asked, String why) {
    if (!asked.rehearsed()) {
      meters.denied();
    }
    return Verdict.deny(
        Denials.notEvicted(
            asked.code(), asked.code() == TOO_MANY_REQUESTS ? why : why + LEFT_BEHIND));
  }
}
