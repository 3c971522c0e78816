package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.Recording;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** All rules, by when they hold. */
public final class Invariants {

  /** Hold for every pod that somebody has waited for: a lost call may land when it pleases. */
  public static final List<RunningRule> OF_PODS =
      List.of(new NoPodBeyondReplicas(), new NoIndexTwice());

  /** Hold for every change, whoever has made it. */
  public static final List<RunningRule> STEP_BY_STEP =
      List.of(
          new OnlyAllowedNames(),
          new ObservedGenerationsGrow(),
          new NoFinalizers(),
          new NoLeaderWorkerSetName(),
          new AvailabilityIsNotForgotten(),
          new CountsWereTrue(),
          new RecordsLastAsLongAsTheirTeardowns(),
          new OneReplicaIsUpdatedAtATime(),
          new ReleasesAreForGood(),
          new RestartsAreEarned(),
          new EndsOfJobsAreForGood(),
          new EndsOfPodsAreWrittenDown(),
          new AttemptsDoNotMeet(),
          new StartTimesSpanPlaces());

  /** The same where somebody else writes statuses, labels and owner references. */
  public static final List<RunningRule> STEP_BY_STEP_WHATEVER_IS_REPORTED =
      List.of(new NoFinalizers(), new NoLeaderWorkerSetName());

  /** Hold for every write about a pod, on what was seen before it. */
  public static final List<PodRule> OF_POD_WRITES =
      List.of(new PodsFollowTheirGang(), new GatesFollowTheBaseGang(), new StartsAfterItsParents());

  /** Hold for every moment of every recording, whatever else goes wrong. */
  public static final List<Invariant> ALWAYS =
      Stream.of(
              OF_PODS,
              STEP_BY_STEP,
              recorded(OF_POD_WRITES, Sight.LAGGING),
              List.of(new TeardownsTakeWhatIsLost()))
          .<Invariant>flatMap(List::stream)
          .toList();

  /** The same of a recording in which somebody else has written the status of a job. */
  public static final List<Invariant> ALWAYS_BUT_OF_REPORTS =
      ALWAYS.stream()
          .filter(
              rule -> !(rule instanceof RestartsAreEarned || rule instanceof EndsOfJobsAreForGood))
          .toList();

  /**
   * Hold besides for every moment of a recording in which nothing is lost again that was reached
   * once: no pod fails, nothing but what is wanted no more is deleted, and the operator lives.
   */
  public static final List<Invariant> UNDISTURBED = recorded(OF_POD_WRITES, Sight.NEWEST);

  /**
   * Hold besides for a recording in which nobody deletes a PodClique but one teardown at a time,
   * and that teardown is over at the end.
   */
  public static final List<Invariant> TEARDOWN =
      List.of(
          new TeardownsAreRecorded(Set.of(OurKinds.POD_CLIQUE, RecordedPod.KIND)),
          new TeardownsTakeWhatTheyList(),
          new NothingMadeDuringTeardowns());

  /**
   * Hold besides for a recording in which pods that are Ready go by updates and by scale-ins only.
   */
  public static final List<Invariant> UPDATE =
      List.of(new OneReadyPodGoesAtATime(), new UpdatesKeepWhatServes());

  /**
   * Hold besides for a recording in which the template of a set at rest changes once, nobody but
   * the operator deletes, and the update has ended.
   */
  public static final List<Invariant> ROLLING_RECREATE =
      List.of(
          new UpdatesTakeWhatIsOutdated(),
          new UpdatesTakeOnce(),
          new TeardownsAreRecorded(Set.of(OurKinds.POD_CLIQUE)),
          new TeardownsTakeWhatTheyList(),
          new NothingMadeDuringTeardowns());

  /** Hold besides for a recording in which templates change under OnDelete, and nobody deletes. */
  public static final List<Invariant> ON_DELETE =
      List.of(new NothingGoes(), new UpdatesEndAsTheyStart());

  /** Hold besides for a recording in which whatever is lost comes back in time. */
  public static final List<Invariant> HEALED = List.of(new NothingGoes());

  /** Hold for what stands when the operator has nothing left to do, whatever nodes hold back. */
  public static final List<Invariant> AT_STANDSTILL = List.of(new NoTeardownIsOpen());

  /** Hold for the end of a recording when the operator ran and had nothing left to do. */
  public static final List<Invariant> AT_REST =
      Stream.of(
              List.of(
                  new TreeIsAsDemanded(),
                  new CliquesHaveTheirPods(),
                  new GangsNameTheirPods(),
                  new CliqueCountsMatchPods(),
                  new GroupCountsMatchMembers(),
                  new SetCountsMatchCliques(),
                  new StatusIsCurrent(),
                  new NothingOrphaned()),
              AT_STANDSTILL)
          .<Invariant>flatMap(List::stream)
          .toList();

  /** Hold besides at rest where every pod has room and becomes Ready. */
  public static final List<Invariant> WHOLE =
      List.of(new PodsAreAsDemanded(), new NothingIsOnItsWayOut());

  private Invariants() {}

  private static List<Invariant> recorded(List<PodRule> rules, Sight sight) {
    return rules.stream().<Invariant>map(rule -> new RecordedPodRule(rule, sight)).toList();
  }

  /** Where a recording breaks any of the rules. */
  public static List<Violation> check(List<Invariant> rules, Recording recording) {
    return rules.stream().flatMap(rule -> rule.check(recording).stream()).toList();
  }
}
