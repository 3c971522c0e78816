package dev.coppice.simulator.rule;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.operator.Change;
import dev.coppice.simulator.operator.Wait;
import dev.coppice.testkit.oracle.Moment;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** All rules over one simulation. */
public final class Rules {

  private final ClusterModel cluster;
  private final List<Rule> rules;
  private final List<Rule> rulesWhateverIsReported;
  private final ForgeriesCostNoPod forgeries;
  private final SharedRules shared;
  private final TeardownCause cause;
  private final TeardownRecords records;
  private final Teardowns teardowns;
  private final CliqueHistory history;
  private final GroupHistory groups;
  private final OneAtATime oneAtATime;
  private final OthersThatServe others;
  private final CurrentPodsStay currentPodsStay;
  private final NewPodsFollow newPodsFollow;
  private final TakenIsRefilled takenIsRefilled;
  private final Coverage coverage;
  private final Set<String> landedPods = new HashSet<>();
  private boolean reportsHold = true;
  private boolean forging;
  private boolean landing;
  private boolean making;
  private boolean unheard;

  /** Rules over this cluster. */
  public Rules(ClusterModel cluster) {
    this.cluster = cluster;
    shared = new SharedRules(cluster, landedPods);
    history = new CliqueHistory(cluster);
    groups = new GroupHistory(cluster);
    coverage = new Coverage(cluster);
    cause = new TeardownCause(history);
    records = new TeardownRecords(cluster);
    teardowns = new Teardowns(cluster);
    oneAtATime = new OneAtATime(cluster);
    others = new OthersThatServe(cluster, coverage::note);
    currentPodsStay = new CurrentPodsStay(cluster, coverage::note);
    newPodsFollow = new NewPodsFollow(cluster);
    takenIsRefilled = new TakenIsRefilled(cluster, coverage::note);
    forgeries = new ForgeriesCostNoPod(cluster, landedPods);
    rules =
        List.of(
            new NothingOfTheDead(cluster, landedPods),
            new PodsWait(),
            new BaseGangIsWhole(cluster),
            new OnlyWhatWasSeen(),
            new StatusIsNotLost(),
            cause,
            records,
            teardowns,
            oneAtATime,
            new KeepsWhatServes(),
            others,
            new OneTemplateEach(cluster),
            currentPodsStay,
            newPodsFollow,
            takenIsRefilled,
            new ScaleInsStandAlone(),
            new NothingGoesForAMistake(cluster),
            forgeries);
    rulesWhateverIsReported = List.of(new OnlyWhatWasSeen(), new StatusIsNotLost(), forgeries);
  }

  /** Takes note of a change, whoever made it. */
  public void changed(Change change) {
    HasMetadata now = change.now();
    if (landing && now instanceof Pod && change.before() == null) {
      landedPods.add(now.getMetadata().getUid());
    }
    shared.changed(change, reportsHold);
    forgeries.changed(change, forging);
    if (reportsHold) {
      oneAtATime.changed(change);
      currentPodsStay.changed(change);
      newPodsFollow.changed(change);
      takenIsRefilled.changed(change);
    }
    boolean harm = history.changed(change, making);
    groups.changed(change);
    coverage.changed(change, harm && (landing || unheard));
  }

  /** Takes note of what a reconcile over an object has read, past its caches. */
  public void read(Action.Read read, ObjectKey primary, Moment moment) {
    if (reportsHold) {
      coverage.read(read, primary, moment);
    }
  }

  /** Takes note that views lag less than a second from now on. */
  public void keepUp() {
    currentPodsStay.keepUp();
    newPodsFollow.keepUp();
  }

  /** Takes note that the operator is killed. */
  public void crashed() {
    coverage.crashed();
  }

  /** Lets a call of a dead process, or of one that has given up on it, land. */
  public Answer landed(Write write, Supplier<Answer> call) {
    landing = true;
    try {
      Answer answer = call.get();
      if (isObeyed(answer)) {
        forgeries.landed(write);
      }
      if (isObeyed(answer) && reportsHold) {
        coverage.landed();
        cause.check(write, answer.outcome());
        records.check(write, answer.outcome());
        teardowns.landed(write);
      }
      return answer;
    } finally {
      landing = false;
    }
  }

  /**
   * Lets somebody write behind the operator's back. From then on nothing is judged by what is
   * reported, or by what labels and references tell.
   */
  public void forged(Runnable deed) {
    reportsHold = false;
    forging = true;
    try {
      deed.run();
    } finally {
      forging = false;
    }
  }

  /**
   * Lets a call of the living operator be made, and judges it.
   *
   * @param isHeard whether the operator gets the answer: what it does not know to have taken may
   *     look to it like something lost
   */
  public Answer made(Write write, boolean isHeard, Supplier<Answer> call) {
    Answer answer = make(isHeard, call);
    if (isObeyed(answer)) {
      (reportsHold ? rules : rulesWhateverIsReported)
          .forEach(rule -> rule.check(write, answer.outcome()));
    }
    return answer;
  }

  private Answer make(boolean isHeard, Supplier<Answer> call) {
    making = isHeard;
    unheard = !isHeard;
    try {
      return call.get();
    } finally {
      making = false;
      unheard = false;
    }
  }

  private static boolean isObeyed(Answer answer) {
    return answer.outcome() instanceof Outcome.Done
        || answer.outcome() instanceof Outcome.Deleted
        || answer.outcome() instanceof Outcome.AlreadyGone;
  }

  /**
   * Judges what is waited for, when only time can bring a change.
   *
   * @param waits what an object waits for
   */
  public void atStandstill(Function<ObjectKey, Optional<Wait>> waits) {
    if (reportsHold) {
      new WakeUps(cluster.moment(), groups, waits).check();
    }
  }

  /** Judges what stands when neither an event nor time can bring a change. */
  public void withNothingLeft() {
    shared.withNothingLeft();
    forgeries.withNothingLeft();
    if (reportsHold) {
      coverage.withNothingLeft();
      records.withNothingLeft();
      takenIsRefilled.withNothingLeft();
      new UpdatesWait(cluster.moment(), others).check();
    }
  }

  /** Judges what stands when, on top of that, everything is well. */
  public void atRest(Optional<PodCliqueSet> set) {
    shared.atRest();
    new ExactState(cluster, set).check();
    set.ifPresent(coverage::atRest);
  }

  /** Whether an object still has the labels and the owners that it was made with. */
  public boolean isFound(HasMetadata object) {
    return forgeries.isFound(object);
  }

  /** What nobody finds any more. */
  public List<HasMetadata> lost() {
    return forgeries.lost();
  }

  /** Whether nobody has written behind the operator's back. */
  public boolean reportsHold() {
    return reportsHold;
  }

  /** Whether a call of nobody has made a pod. */
  public boolean isLanded(Pod pod) {
    return landedPods.contains(pod.getMetadata().getUid());
  }

  /** Takes note that it has come to something. */
  public void note(Situation situation) {
    coverage.note(situation);
  }

  /** How often it has come to what. */
  public Map<Situation, Integer> situations() {
    return coverage.counts();
  }
}
