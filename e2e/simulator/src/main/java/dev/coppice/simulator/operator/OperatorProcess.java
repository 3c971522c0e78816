package dev.coppice.simulator.operator;

import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.simulator.model.ClusterModel;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The operator: one controller for each level, all gone together when it is killed. */
public final class OperatorProcess {

  private final Supplier<OperatorCode> image;
  private final ClusterModel cluster;
  private List<Controller<?>> controllers = List.of();
  private List<Watch> watches = List.of();

  /**
   * The watch of one kind by one controller.
   *
   * @param controller who watches
   * @param kind what
   */
  public record Watch(Controller<?> controller, Class<? extends HasMetadata> kind) {
    /** How many changes are on their way. */
    public int behind() {
      return controller.cache(kind).behind();
    }

    /** Since when the controller has not been up to date; empty if it is. */
    public Optional<Instant> behindSince() {
      return controller.cache(kind).behindSince();
    }

    @Override
    public String toString() {
      return controller.type().getSimpleName() + "'s watch of " + kind.getSimpleName();
    }
  }

  /**
   * An operator that runs on this cluster.
   *
   * @param image makes the code of each process
   */
  public OperatorProcess(Supplier<OperatorCode> image, ClusterModel cluster) {
    this.image = image;
    this.cluster = cluster;
    rise();
  }

  /** Starts a process with caches that show everything as it is. */
  public void rise() {
    OperatorCode code = image.get();
    controllers =
        Stream.<Level<?>>concat(
                Stream.of(code.sets(), code.groups(), code.cliques()), code.trackedPods().stream())
            .<Controller<?>>map(level -> controller(level, code.readsOwnWrites()))
            .toList();
    watches =
        controllers.stream()
            .flatMap(
                controller -> controller.kinds().stream().map(kind -> new Watch(controller, kind)))
            .toList();
    controllers.forEach(controller -> controller.start(cluster::all));
  }

  private <P extends HasMetadata> Controller<P> controller(Level<P> level, boolean ownWrites) {
    return new Controller<>(level, ownWrites, cluster.clock());
  }

  /** Kills the process; answers the reconciles that it had not finished. */
  public List<RunningReconcile<?>> die() {
    List<RunningReconcile<?>> unfinished = new ArrayList<>();
    controllers.forEach(controller -> unfinished.addAll(controller.running()));
    controllers = List.of();
    watches = List.of();
    return unfinished;
  }

  /** Whether no process runs. */
  public boolean isAway() {
    return controllers.isEmpty();
  }

  /** Takes note of what the API server's watches will bring. */
  public void expect(Change change) {
    controllers.forEach(controller -> controller.expect(change));
  }

  /** All controllers, upper levels first. */
  public List<Controller<?>> controllers() {
    return controllers;
  }

  /** All watches, always in the same order. */
  public List<Watch> watches() {
    return watches;
  }

  /** Brings the next change of a watch. */
  public void hear(Watch watch) {
    watch.controller().hear(watch.kind());
  }

  /** Breaks a watch; a list takes its place. */
  public void relist(Watch watch) {
    watch.controller().relist(watch.kind(), cluster.all(watch.kind()));
  }

  /** Begins a reconcile. */
  public void look(Controller<?> controller, ObjectKey key) {
    controller.look(key);
  }

  /** Makes one call of a reconcile. */
  public <P extends HasMetadata> void send(
      Controller<P> controller,
      RunningReconcile<P> reconcile,
      Action action,
      Calls calls,
      Delivery delivery) {
    controller.send(reconcile, action, calls, delivery);
  }

  /** When the next timer rings. */
  public Optional<Instant> nextTimer() {
    return controllers.stream()
        .flatMap(controller -> controller.nextTimer().stream())
        .min(Instant::compareTo);
  }

  /** Wakes those whose time has come. */
  public void ring() {
    controllers.forEach(controller -> controller.ring(cluster.clock().instant()));
  }

  /** What is left to do by those who see everything as it is. */
  public Stream<Action> leftToDo() {
    return controllers.stream().flatMap(this::leftToDo);
  }

  /** What an object waits for; empty if no time alone brings a reconcile over it. */
  public Optional<Wait> wait(ObjectKey key) {
    return controllers.stream()
        .filter(controller -> controller.type() == key.type())
        .flatMap(controller -> controller.wait(key).stream())
        .findFirst();
  }

  /** The objects of which a decision comes by time alone without being waited for. */
  public Stream<String> missingTimers() {
    return controllers.stream().flatMap(this::missingTimers);
  }

  private <P extends HasMetadata> Stream<String> missingTimers(Controller<P> controller) {
    Instant now = cluster.clock().instant();
    List<HasMetadata> objects = cluster.all(HasMetadata.class).toList();
    return cluster
        .all(controller.type())
        .flatMap(primary -> controller.missingTimer(primary, objects.stream(), now).stream());
  }

  private <P extends HasMetadata> Stream<Action> leftToDo(Controller<P> controller) {
    Instant now = cluster.clock().instant();
    return cluster
        .all(controller.type())
        .map(primary -> controller.planOn(primary, cluster.all(HasMetadata.class), now))
        .flatMap(plan -> plan.actions().stream());
  }
}
