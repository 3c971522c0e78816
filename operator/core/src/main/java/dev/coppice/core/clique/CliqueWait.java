package dev.coppice.core.clique;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.availability.Availability;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.availability.Units;
import dev.coppice.core.explain.Wait;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.placement.Placing;
import dev.coppice.core.pod.NodeDomain;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.pod.PodTrouble;
import dev.coppice.core.pod.ScaleOut;
import dev.coppice.core.pod.StartupRefusal;
import dev.coppice.core.pod.TerminalPods;
import dev.coppice.core.reconcile.Failures;
import dev.coppice.core.reconcile.Failures.Failure;
import dev.coppice.core.scheduler.workload.NativeGangs;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Decides what the pods of a clique wait for. */
final class CliqueWait {

  /** A gang is made a moment after its cliques: before that has passed there is nothing to tell. */
  static final Duration GANG_TIME = Duration.ofSeconds(5);

  private static final Comparator<PodState> BY_INDEX =
      Comparator.comparingInt(PodState::index).thenComparing(PodState::name);

  private final CliqueView view;
  private final Failures failures;
  private final Supplier<Optional<? extends Wait>> withheld;
  private final List<PodState> live;

  private CliqueWait(
      CliqueView view, Failures failures, Supplier<Optional<? extends Wait>> withheld) {
    this.view = view;
    this.failures = failures;
    this.withheld = withheld;
    this.live = view.live();
  }

  /**
   * What is waited for.
   *
   * @param failures what is refused
   */
  static Wait of(CliqueView view, Failures failures) {
    if (view.live().stream().filter(PodState::ready).count() >= view.replicas()) {
      return view.isDrifted() ? new Wait.TemplateDrift() : new Wait.Nothing();
    }
    return of(view, failures, () -> backOff(view));
  }

  /**
   * What is waited for while something is missing.
   *
   * @param withheld why pods are not made that could be made
   */
  static Wait of(CliqueView view, Failures failures, Supplier<Optional<? extends Wait>> withheld) {
    CliqueWait wait = new CliqueWait(view, failures, withheld);
    return Stream.<Supplier<Optional<? extends Wait>>>of(
            wait::invalid,
            wait::tornDown,
            wait::orphanedPods,
            wait::drift,
            wait.withheld,
            wait::namespaceEnds,
            wait::refused,
            wait::missingGang,
            wait::baseGang,
            wait::otherBaseGangs,
            wait::unschedulable,
            wait::foreignGate,
            wait::unschedulableForOthers,
            wait::group,
            wait::surplus,
            wait::startupOrder,
            wait::starting)
        .map(Supplier::get)
        .flatMap(Optional::stream)
        .map(Wait.class::cast)
        .findFirst()
        .orElseGet(Wait.Nothing::new);
  }

  private Optional<Wait.Invalid> invalid() {
    if (!view.findings().isAllowed()) {
      return Optional.of(new Wait.Invalid(view.findings().message()));
    }
    return view.resolved()
        .filter(set -> view.lacksPods() && !set.findings().isAllowed())
        .map(set ->
            new Wait.Invalid(
                "PodCliqueSet %s: %s"
                    .formatted(set.set().getMetadata().getName(), set.findings().message())));
  }

  private Optional<Wait.TornDown> tornDown() {
    return view.deletion()
        .map(record -> new Wait.TornDown(record.podCliques().size(), record.replicaIndex()));
  }

  private Optional<Wait.OrphanedPods> orphanedPods() {
    int pods = view.crowding();
    return pods == 0 ? Optional.empty() : Optional.of(new Wait.OrphanedPods(pods));
  }

  private Optional<Wait.TemplateDrift> drift() {
    return view.isDrifted() ? Optional.of(new Wait.TemplateDrift()) : Optional.empty();
  }

  // What may not be made waits for no time, and how many that are nobody has judged.
  private static Optional<Wait.BackOff> backOff(CliqueView view) {
    if (!view.isValid()) {
      return Optional.empty();
    }
    return ScaleOut.awaited(
            new CliqueUpdate(view).wanted(), view.pods(), view.failures(), view.now())
        .map(failure ->
            new Wait.BackOff(
                failure.index(),
                failure.count(),
                TerminalPods.last(failure).orElse(null),
                TerminalPods.refillAt(failure)));
  }

  private Optional<Wait.NamespaceEnds> namespaceEnds() {
    return failures.lasting().stream()
        .map(Failure::description)
        .findFirst()
        .map(Wait.NamespaceEnds::new);
  }

  private Optional<Wait.Refused> refused() {
    return failures.reasons().stream()
        .map(Failure::description)
        .findFirst()
        .map(words -> StartupRefusal.explained(words, view.clique(), view.settings().startup()))
        .map(Wait.Refused::new);
  }

  private Optional<Wait.MissingGang> missingGang() {
    return lacksGang(view) && nextWord(view).isEmpty()
        ? Optional.ofNullable(view.label(Labels.POD_GANG)).map(Wait.MissingGang::new)
        : Optional.empty();
  }

  /** When it will be told that the clique's gang is not there; empty if it is, or is told. */
  static Optional<Instant> nextWord(CliqueView view) {
    String created = view.clique().getMetadata().getCreationTimestamp();
    return Optional.ofNullable(created)
        .filter(_ -> lacksGang(view))
        .map(time -> Instant.parse(time).plus(GANG_TIME))
        .filter(due -> view.now().isBefore(due));
  }

  private static boolean lacksGang(CliqueView view) {
    return view.gang().isEmpty() && view.lacksPods();
  }

  private Optional<Wait.BaseGang> baseGang() {
    return live.stream().anyMatch(PodState::awaitsGang) ? Gates.awaited(view) : Optional.empty();
  }

  private Optional<Wait.OtherBaseGangs> otherBaseGangs() {
    return placing()
        .filter(placing -> !placing.released() && live.stream().anyMatch(PodState::awaitsGang))
        .map(placing -> new Wait.OtherBaseGangs(gangName()));
  }

  private Optional<Wait.Surplus> surplus() {
    int pods = Math.toIntExact(live.stream().filter(PodState::awaitsGang).count());
    return placing()
        .filter(placing -> placing.released() && pods > 0)
        .map(placing -> new Wait.Surplus(pods, gangName()));
  }

  // The operator's own gate has fallen: whoever put on the other one lets the pod go, or nobody.
  private Optional<Wait.ForeignGate> foreignGate() {
    return live.stream()
        .filter(pod -> pod.foreignGate().isPresent())
        .min(BY_INDEX)
        .flatMap(first -> first.foreignGate().map(gate -> foreignGate(gate, first)));
  }

  private Wait.ForeignGate foreignGate(String gate, PodState first) {
    long alike =
        live.stream().filter(pod -> pod.foreignGate().filter(gate::equals).isPresent()).count();
    return new Wait.ForeignGate(Math.toIntExact(alike), gate, first.name());
  }

  private Optional<Placing> placing() {
    return view.gang().flatMap(gang -> Placing.of(gang, view.clique()));
  }

  private String gangName() {
    return Optional.ofNullable(view.label(Labels.POD_GANG)).orElse("");
  }

  private Optional<Wait.Unschedulable> unschedulable() {
    return unschedulable(false);
  }

  private Optional<Wait.Unschedulable> unschedulableForOthers() {
    return unschedulable(true);
  }

  private Optional<Wait.Unschedulable> unschedulable(boolean forOthers) {
    List<PodState> pods =
        live.stream()
            .filter(pod -> !pod.scheduled() && !pod.gated())
            .filter(pod -> PodTrouble.unschedulable(pod.pod()).isPresent())
            .toList();
    return pods.stream()
        .filter(pod -> isForOthers(pod) == forOthers)
        .min(BY_INDEX)
        .flatMap(first ->
            PodTrouble.unschedulable(first.pod()).map(words -> unschedulable(pods, first, words)));
  }

  private static boolean isForOthers(PodState pod) {
    return PodTrouble.unschedulable(pod.pod()).filter(NativeGangs::isForOthers).isPresent();
  }

  private Wait.Unschedulable unschedulable(List<PodState> pods, PodState first, String words) {
    OptionalInt subGroup = subGroup(first);
    long alike =
        pods.stream().filter(pod -> subGroup.isEmpty() || subGroup.equals(subGroup(pod))).count();
    return new Wait.Unschedulable(
        Math.toIntExact(alike),
        subGroup.isPresent() ? subGroup.getAsInt() : null,
        domain(first).orElse(null),
        words);
  }

  // Its group is there, and the scheduler does not say where that is.
  private Optional<String> domain(PodState pod) {
    Map<String, String> selector = Omitted.orEmpty(pod.pod().getSpec().getNodeSelector());
    return Stream.concat(
            view
                .exclusive()
                .flatMap(group -> Optional.ofNullable(group.topology().group()))
                .stream(),
            placing().flatMap(Placing::domain).map(NodeDomain::key).stream())
        .filter(selector::containsKey)
        .map(key -> "%s=%s".formatted(key, selector.get(key)))
        .findFirst();
  }

  private OptionalInt subGroup(PodState pod) {
    return view.exclusive()
        .filter(group -> group.topology().subGroup() != null)
        .map(group -> group.subGroup(pod))
        .orElse(OptionalInt.empty());
  }

  private Optional<Wait> group() {
    return view.exclusive().flatMap(group -> group.awaited(live));
  }

  private Optional<Wait.StartupOrder> startupOrder() {
    return bound().anyMatch(PodState::held)
        ? view.clique().getSpec().startsAfter().stream()
            .filter(name -> view.sibling(name).filter(Availability::hasMinimum).isEmpty())
            .findFirst()
            .map(name -> awaited(name, view.sibling(name)))
        : Optional.empty();
  }

  private static Wait.StartupOrder awaited(String name, Optional<PodClique> parent) {
    return new Wait.StartupOrder(
        name,
        parent.map(clique -> Units.ready(clique.statusOrEmpty())).orElse(0),
        parent.map(MinAvailable::of).orElse(1));
  }

  private Optional<Wait.Starting> starting() {
    List<PodState> pods = bound().toList();
    Comparator<PodState> troubledFirst =
        Comparator.comparing(pod -> PodTrouble.container(pod.pod()).isEmpty());
    return pods.stream()
        .min(troubledFirst.thenComparing(BY_INDEX))
        .map(first ->
            new Wait.Starting(
                pods.size(),
                view.replicas(),
                first.name(),
                PodTrouble.container(first.pod()).orElse(null)));
  }

  private Stream<PodState> bound() {
    return live.stream().filter(pod -> pod.assigned() && !pod.ready());
  }
}
