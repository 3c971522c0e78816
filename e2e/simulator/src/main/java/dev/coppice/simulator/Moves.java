package dev.coppice.simulator;

import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.simulator.operator.Controller;
import dev.coppice.simulator.operator.OperatorProcess;
import dev.coppice.simulator.operator.RunningReconcile;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What an operator could do next, always in the same order. */
record Moves(OperatorProcess operator) {

  /** A reconcile that may begin. */
  record Start(Controller<?> controller, ObjectKey key) {}

  /** A call that may be made. */
  record Send<P extends HasMetadata>(
      Controller<P> controller, RunningReconcile<P> reconcile, Action action) {}

  /** How many watches there are. */
  int watches() {
    return operator.watches().size();
  }

  /** How many controllers there are. */
  int controllers() {
    return operator.controllers().size();
  }

  /** The watch that a candidate of {@link Verb#HEAR} is about. */
  int watch(int which) {
    return operator.watches().indexOf(behind().get(which));
  }

  /** The controller that a candidate of {@link Verb#LOOK} or {@link Verb#SEND} is about. */
  int controller(Verb verb, int which) {
    return operator
        .controllers()
        .indexOf(
            verb == Verb.LOOK ? starts().get(which).controller() : sends().get(which).controller());
  }

  /** The watches that have changes to bring. */
  List<OperatorProcess.Watch> behind() {
    return operator.watches().stream().filter(watch -> watch.behind() > 0).toList();
  }

  /** A watch that has had a change to bring since before an instant. */
  Optional<OperatorProcess.Watch> behindSince(Instant instant) {
    return operator.watches().stream()
        .filter(watch -> watch.behindSince().filter(since -> since.isBefore(instant)).isPresent())
        .findFirst();
  }

  /** The reconciles that may begin. */
  List<Start> starts() {
    return operator.controllers().stream()
        .flatMap(
            controller -> controller.startable().stream().map(key -> new Start(controller, key)))
        .toList();
  }

  /** The calls that may be made. */
  List<Send<?>> sends() {
    List<Send<?>> sends = new ArrayList<>();
    operator.controllers().forEach(controller -> sends(controller).forEach(sends::add));
    return sends;
  }

  /** A call that may be made of a reconcile that may not know what has changed since an instant. */
  Optional<Send<?>> seenBefore(Instant instant) {
    return sends().stream()
        .filter(send -> send.reconcile().seenAsOf().isBefore(instant))
        .findFirst();
  }

  private static <P extends HasMetadata> Stream<Send<P>> sends(Controller<P> controller) {
    return controller.running().stream()
        .flatMap(reconcile ->
            reconcile.open().stream().map(action -> new Send<>(controller, reconcile, action)));
  }
}
