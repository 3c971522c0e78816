package dev.coppice.simulator;

import dev.coppice.api.GroveResource;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.Trial;
import dev.coppice.simulator.gang.GangRules;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.model.FieldEdit;
import dev.coppice.simulator.model.Mistakes;
import dev.coppice.simulator.operator.Change;
import dev.coppice.simulator.operator.Delivery;
import dev.coppice.simulator.operator.OperatorProcess;
import dev.coppice.simulator.operator.RunningReconcile;
import dev.coppice.simulator.operator.Unsettled;
import dev.coppice.simulator.rule.Broken;
import dev.coppice.simulator.rule.Rules;
import dev.coppice.simulator.rule.Situation;
import dev.coppice.simulator.rule.Write;
import dev.coppice.testkit.oracle.Moment;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A cluster with one set, the operator, and everything around them, in which one thing happens at a
 * time. Wholly determined by its script.
 */
public final class Simulation {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration STEP = Duration.ofMillis(1);
  private static final Duration TENTH = Duration.ofMillis(100);
  private static final Duration LATEST_EVENT = TENTH.multipliedBy(4);
  private static final Duration LATEST_CALL = TENTH.multipliedBy(8);

  private final ClusterModel cluster = new ClusterModel(START);
  private final Surroundings surroundings;
  private final User user;
  private final Subject subject;
  private final OperatorProcess operator;
  private final Rules rules;
  private final Moves moves;
  private final Optional<GangRules> gangs;
  private final List<Sent> adrift = new ArrayList<>();
  private final Map<RunningReconcile<?>, Reading> readings = new WeakHashMap<>();
  private final Consumer<String> trace;
  private boolean keepsUp;

  /** A simulation in which nothing has happened yet, but that the set was applied. */
  public Simulation(Subject subject, String set, Consumer<String> trace) {
    this.subject = subject;
    this.trace = trace;
    Mistakes mistakes = new Mistakes(cluster);
    surroundings = new Surroundings(cluster, mistakes);
    user = new User(cluster, mistakes, set);
    rules = new Rules(cluster);
    gangs =
        subject.code().get().hasNativeGangs()
            ? Optional.of(new GangRules(cluster, rules::isLanded, rules::note))
            : Optional.empty();
    operator = new OperatorProcess(subject.code(), cluster);
    moves = new Moves(operator);
    cluster.leaveGarbage();
    cluster.watch(this::changed);
    user.act(Verb.APPLY_SET, user.candidates(Verb.APPLY_SET).getFirst(), 0);
  }

  private void changed(@Nullable HasMetadata before, @Nullable HasMetadata now) {
    Change change = new Change(ObjectKey.of(Objects.requireNonNullElse(now, before)), now, before);
    rules.changed(change);
    believedGangs().ifPresent(judging -> judging.changed(change));
    operator.expect(change);
  }

  // They go by what is recorded, which somebody may have written.
  private Optional<GangRules> believedGangs() {
    return gangs.filter(_ -> rules.reportsHold());
  }

  /** The cluster. */
  public ClusterModel cluster() {
    return cluster;
  }

  /** How many candidates a verb has; none if it cannot happen now. */
  public int candidates(Verb verb) {
    return switch (verb) {
      case HEAR -> moves.behind().size();
      case RELIST -> operator.watches().size();
      case LOOK -> moves.starts().size();
      case SEND, LOSE_ANSWER, LOSE_CALL, REFUSE, FORBID -> moves.sends().size();
      case LAND, LAPSE -> adrift.size();
      case WAIT -> 1;
      case CRASH, DIE -> operator.isAway() ? 0 : 1;
      case RISE -> operator.isAway() ? 1 : 0;
      case KEEP_UP -> keepsUp ? 0 : 1;
      case TIDY -> rules.lost().size();
      case COLLECT, BIND, START, STALL, FAIL, FINISH, STRAND, SICKEN, SPOIL ->
          surroundings.candidates(verb).size();
      case Verb turn when Surroundings.TURNS.contains(turn) -> surroundings.canTurn(turn) ? 1 : 0;
      default -> user.candidates(verb).size();
    };
  }

  /** What somebody could write over. */
  List<? extends HasMetadata> forgeable() {
    return user.candidates(Verb.FORGE);
  }

  /** What the operator could do next. */
  Moves moves() {
    return moves;
  }

  /** What a reconcile decides on in the round after it has read past its caches. */
  private record Reading(int round, Moment moment) {}

  /** A call on its way that nobody waits for. */
  private record Sent(
      RunningReconcile<?> reconcile,
      Action action,
      Snapshot<?> seen,
      Optional<Moment> read,
      Optional<Moment> lastRead) {}

  /**
   * Takes a step, if it can be taken now.
   *
   * @throws Broken if a rule is broken by it
   */
  public boolean take(Step step) {
    Verb verb = step.verb();
    int count = candidates(verb);
    if (count == 0) {
      return false;
    }
    cluster.advance(STEP);
    operator.ring();
    int which = Math.floorMod(step.which(), count);
    try {
      switch (verb) {
        case HEAR -> hear(moves.behind().get(which));
        case RELIST -> relist(operator.watches().get(which));
        case LOOK -> look(moves.starts().get(which));
        case SEND -> send(moves.sends().get(which), Delivery.WHOLE);
        case LOSE_ANSWER -> send(moves.sends().get(which), Delivery.ANSWER_LOST);
        case LOSE_CALL -> loseCall(moves.sends().get(which));
        case REFUSE -> send(moves.sends().get(which), Delivery.REFUSED);
        case FORBID -> send(moves.sends().get(which), Delivery.FORBIDDEN);
        case CRASH -> {
          die();
          rise();
        }
        case DIE -> die();
        case RISE -> rise();
        case LAND -> land(adrift.remove(which));
        case LAPSE -> adrift.remove(which);
        case WAIT -> pass(1 + step.detail());
        case KEEP_UP -> startKeepingUp();
        case COLLECT, BIND, START, STALL, FAIL, FINISH, STRAND, SICKEN, SPOIL ->
            surround(verb, which);
        case TIDY -> cluster.delete(rules.lost().get(which));
        case FORGE -> forge(step.edit().orElseThrow());
        case Verb turn when Surroundings.TURNS.contains(turn) -> turn(turn);
        default -> use(verb, which, step.detail());
      }
      keepUp();
      believedGangs().ifPresent(GangRules::stepped);
    } catch (Unsettled e) {
      throw new Broken("a reconcile settles", e.toString());
    }
    return true;
  }

  private void hear(OperatorProcess.Watch watch) {
    trace.accept("hear: " + watch);
    operator.hear(watch);
  }

  private void relist(OperatorProcess.Watch watch) {
    trace.accept("relist: " + watch + ", " + watch.behind() + " changes behind");
    operator.relist(watch);
  }

  private void look(Moves.Start start) {
    trace.accept("look: " + start.key());
    operator.look(start.controller(), start.key());
  }

  private <P extends HasMetadata> void send(Moves.Send<P> send, Delivery delivery) {
    trace.accept(
        "send for %s: %s, %s"
            .formatted(send.reconcile().primary(), describe(send.action()), delivery));
    boolean reads = send.action() instanceof Action.Read && delivery == Delivery.WHOLE;
    Optional<Moment> moment = reads ? Optional.of(cluster.moment()) : Optional.empty();
    operator.send(
        send.controller(),
        send.reconcile(),
        send.action(),
        action -> make(sent(send.reconcile(), action), delivery == Delivery.WHOLE),
        delivery);
    moment.ifPresent(read -> {
      rules.read((Action.Read) send.action(), send.reconcile().primary(), read);
      readings.put(send.reconcile(), new Reading(send.reconcile().rounds(), read));
    });
  }

  private Sent sent(RunningReconcile<?> reconcile, Action action) {
    Optional<Reading> last = Optional.ofNullable(readings.get(reconcile));
    return new Sent(
        reconcile,
        action,
        reconcile.snapshot(),
        last.filter(reading -> reading.round() == reconcile.rounds()).map(Reading::moment),
        last.map(Reading::moment));
  }

  private Answer make(Sent sent, boolean isHeard) {
    Write write = write(sent);
    Answer answer = rules.made(write, isHeard, () -> subject.calls().apply(cluster, sent.action()));
    believedGangs().ifPresent(judging -> judging.made(write, answer));
    if (answer.outcome() instanceof Outcome.Tried(Trial.Refused _)) {
      rules.note(Situation.TEMPLATE_REFUSED);
    }
    trace.accept("  -> " + answer.outcome().getClass().getSimpleName());
    return answer;
  }

  private Write write(Sent sent) {
    return new Write(
        sent.reconcile(),
        sent.action(),
        sent.seen(),
        sent.read(),
        sent.lastRead(),
        cluster.find(sent.action().target()));
  }

  private <P extends HasMetadata> void loseCall(Moves.Send<P> send) {
    setAdrift(send.reconcile(), send.action());
    send(send, Delivery.CALL_LOST);
  }

  private void setAdrift(RunningReconcile<?> reconcile, Action action) {
    if (!(action instanceof Action.Read)) {
      adrift.add(sent(reconcile, action));
    }
  }

  private void die() {
    trace.accept("the operator dies");
    rules.crashed();
    operator
        .die()
        .forEach(
            reconcile -> reconcile.unanswered().forEach(action -> setAdrift(reconcile, action)));
  }

  private void rise() {
    trace.accept("the operator starts");
    operator.rise();
  }

  private void land(Sent sent) {
    trace.accept("land: " + describe(sent.action()));
    Write write = write(sent);
    Answer answer = rules.landed(write, () -> subject.calls().apply(cluster, sent.action()));
    trace.accept("  -> " + answer.outcome().getClass().getSimpleName());
  }

  private void pass(int tenths) {
    trace.accept("wait: " + TENTH.multipliedBy(tenths));
    int slices = keepsUp ? tenths : 1;
    for (int slice = 1; slice <= slices; slice++) {
      cluster.advance(TENTH.multipliedBy(tenths / slices));
      operator.ring();
      if (slice < slices) {
        keepUp();
        moves.starts().forEach(this::look);
      }
    }
  }

  private void startKeepingUp() {
    trace.accept("from now on views lag less than a second");
    keepsUp = true;
    rules.keepUp();
  }

  // A reconcile begins less than half a second behind, and may take as long until its last call.
  private void keepUp() {
    if (keepsUp) {
      Instant now = cluster.clock().instant();
      repeat(() -> moves.behindSince(now.minus(LATEST_EVENT)), this::hear);
      repeat(() -> moves.seenBefore(now.minus(LATEST_CALL)), send -> send(send, Delivery.WHOLE));
    }
  }

  private static <T> void repeat(Supplier<Optional<T>> next, Consumer<T> step) {
    for (Optional<T> found = next.get(); found.isPresent(); found = next.get()) {
      step.accept(found.get());
    }
  }

  private void surround(Verb verb, int which) {
    HasMetadata object = surroundings.candidates(verb).get(which);
    trace.accept("%s: %s".formatted(verb, ObjectKey.of(object)));
    surroundings.act(verb, object);
  }

  private void turn(Verb verb) {
    trace.accept(verb.name());
    surroundings.turn(verb);
  }

  // What has lost both its labels and its owners is somebody else's.
  private void forge(FieldEdit edit) {
    if (edit.isOfStatus() || edit.target(cluster).filter(rules::isFound).isPresent()) {
      trace.accept("somebody writes: " + edit);
      rules.forged(() -> edit.commit(cluster));
    }
  }

  private void use(Verb verb, int which, int detail) {
    trace.accept(
        "user: %s %s".formatted(verb, user.act(verb, user.candidates(verb).get(which), detail)));
  }

  private static String describe(Action action) {
    String call = action.getClass().getSimpleName() + " " + action.target();
    return switch (action) {
      case Action.Patch patch -> call + " " + patch.operations();
      case Action.PutStatus(GroveResource<?, ?> object, _, _) -> call + " " + object.getStatus();
      case Action.Read read -> call + " " + read.queries();
      default -> call;
    };
  }

  /** When the operator's next timer rings. */
  Optional<Instant> nextTimer() {
    return operator.nextTimer();
  }

  /** How often it has come to what. */
  Map<Situation, Integer> situations() {
    return rules.situations();
  }

  /** What the operator would still do if it saw everything as it is. */
  List<Action> leftToDo() {
    return operator.leftToDo().toList();
  }

  /** Checks that whatever comes by time alone is waited for, when only time can bring a change. */
  void checkTimers() {
    operator
        .missingTimers()
        .findFirst()
        .ifPresent(missing -> {
          throw new Broken("nothing lacks a wake-up", missing);
        });
    rules.atStandstill(operator::wait);
  }

  /** Checks what must stand when neither an event nor time can bring a change. */
  void checkStandstill() {
    List<Action> left = leftToDo();
    if (!left.isEmpty()) {
      throw new Broken(
          "nothing is left to do at rest",
          "still wanted: " + left.stream().map(Simulation::describe).toList());
    }
    rules.withNothingLeft();
    if (rules.lost().isEmpty()) {
      gangs.ifPresent(GangRules::withNothingLeft);
    }
  }

  /** Checks what must stand at rest. */
  void checkRest() {
    checkStandstill();
    rules.atRest(user.set());
    gangs.ifPresent(GangRules::atRest);
  }
}
