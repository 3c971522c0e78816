package dev.coppice.testkit.simulator;

import dev.coppice.api.GroveResource;
import dev.coppice.core.model.ClusterModel;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Answer;
import dev.coppice.core.plan.ObjectKey;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.testkit.simulator.operator.Change;
import dev.coppice.testkit.simulator.operator.Controller;
import dev.coppice.testkit.simulator.operator.Delivery;
import dev.coppice.testkit.simulator.operator.OperatorProcess;
import dev.coppice.testkit.simulator.operator.RunningPass;
import dev.coppice.testkit.simulator.operator.Unsettled;
import dev.coppice.testkit.simulator.rule.Broken;
import dev.coppice.testkit.simulator.rule.Moment;
import dev.coppice.testkit.simulator.rule.Rules;
import dev.coppice.testkit.simulator.rule.Situation;
import dev.coppice.testkit.simulator.rule.Write;
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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster with one set, the operator, and everything around them, in which one thing happens at a
 * time. Wholly determined by its script.
 */
public final class Simulation {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration STEP = Duration.ofMillis(1);
  private static final long TENTH = 100;

  private final ClusterModel cluster = new ClusterModel(START);
  private final Surroundings surroundings = new Surroundings(cluster);
  private final User user;
  private final Subject subject;
  private final OperatorProcess operator;
  private final Rules rules;
  private final List<Sent> adrift = new ArrayList<>();
  private final Map<RunningPass<?>, Reading> readings = new WeakHashMap<>();
  private final Consumer<String> trace;

  /** A simulation in which nothing has happened yet, but that the set was applied. */
  public Simulation(Subject subject, String set, Consumer<String> trace) {
    this.subject = subject;
    this.trace = trace;
    user = new User(cluster, set);
    rules = new Rules(cluster);
    operator = new OperatorProcess(subject.code(), cluster);
    cluster.leaveGarbage();
    cluster.watch(this::changed);
    user.act(Verb.APPLY_SET, user.candidates(Verb.APPLY_SET).getFirst(), 0);
  }

  private void changed(@Nullable HasMetadata before, @Nullable HasMetadata now) {
    Change change = new Change(ObjectKey.of(Objects.requireNonNullElse(now, before)), now, before);
    rules.changed(change);
    operator.expect(change);
  }

  /** The cluster. */
  public ClusterModel cluster() {
    return cluster;
  }

  /** How many candidates a verb has; none if it cannot happen now. */
  public int candidates(Verb verb) {
    return switch (verb) {
      case HEAR -> (int) operator.watches().stream().filter(watch -> watch.behind() > 0).count();
      case RELIST -> operator.watches().size();
      case LOOK -> starts().size();
      case SEND, LOSE_ANSWER, LOSE_CALL, REFUSE, FORBID -> sends().size();
      case LAND, LAPSE -> adrift.size();
      case CRASH, WAIT -> 1;
      case OUTAGE, RECOVERY, HANG, LOOSEN -> surroundings.canTurn(verb) ? 1 : 0;
      case COLLECT, BIND, START, STALL, FAIL, FINISH -> surroundings.candidates(verb).size();
      default -> user.candidates(verb).size();
    };
  }

  /** How many watches the operator has. */
  int watches() {
    return operator.watches().size();
  }

  /** How many controllers the operator has. */
  int controllers() {
    return operator.controllers().size();
  }

  /** The watch that a candidate of {@link Verb#HEAR} is about. */
  int watch(int which) {
    return IntStream.range(0, watches())
        .filter(i -> operator.watches().get(i).behind() > 0)
        .skip(which)
        .findFirst()
        .orElseThrow();
  }

  /** The controller that a candidate of {@link Verb#LOOK} or {@link Verb#SEND} is about. */
  int controller(Verb verb, int which) {
    return operator
        .controllers()
        .indexOf(
            verb == Verb.LOOK ? starts().get(which).controller() : sends().get(which).controller());
  }

  /** What a pass decides on in the round after it has read past its caches. */
  private record Reading(int round, Moment moment) {}

  /** A call on its way that nobody waits for. */
  private record Sent(Action action, Snapshot<?> seen, Optional<Moment> read) {}

  private record Start(Controller<?> controller, ObjectKey key) {}

  private record Send<P extends HasMetadata>(
      Controller<P> controller, RunningPass<P> pass, Action action) {}

  private List<Start> starts() {
    return operator.controllers().stream()
        .flatMap(
            controller -> controller.startable().stream().map(key -> new Start(controller, key)))
        .toList();
  }

  private List<Send<?>> sends() {
    List<Send<?>> sends = new ArrayList<>();
    operator.controllers().forEach(controller -> addSends(controller, sends));
    return sends;
  }

  private static <P extends HasMetadata> void addSends(
      Controller<P> controller, List<Send<?>> sends) {
    controller
        .running()
        .forEach(
            pass -> pass.open().forEach(action -> sends.add(new Send<>(controller, pass, action))));
  }

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
        case HEAR -> hear(which);
        case RELIST -> relist(operator.watches().get(which));
        case LOOK -> look(starts().get(which));
        case SEND -> send(sends().get(which), Delivery.WHOLE);
        case LOSE_ANSWER -> send(sends().get(which), Delivery.ANSWER_LOST);
        case LOSE_CALL -> loseCall(sends().get(which));
        case REFUSE -> send(sends().get(which), Delivery.REFUSED);
        case FORBID -> send(sends().get(which), Delivery.FORBIDDEN);
        case CRASH -> crash();
        case LAND -> land(adrift.remove(which));
        case LAPSE -> adrift.remove(which);
        case WAIT -> pass(Duration.ofMillis(TENTH * (1 + step.detail())));
        case COLLECT, BIND, START, STALL, FAIL, FINISH -> surround(verb, which);
        case OUTAGE, RECOVERY, HANG, LOOSEN -> turn(verb);
        default -> use(verb, which, step.detail());
      }
    } catch (Unsettled e) {
      throw new Broken("a pass settles", e.toString());
    }
    return true;
  }

  private void hear(int which) {
    OperatorProcess.Watch watch = operator.watches().get(watch(which));
    trace.accept("hear: " + watch);
    operator.hear(watch);
  }

  private void relist(OperatorProcess.Watch watch) {
    trace.accept("relist: " + watch + ", " + watch.behind() + " changes behind");
    operator.relist(watch);
  }

  private void look(Start start) {
    trace.accept("look: " + start.key());
    operator.look(start.controller(), start.key());
  }

  private <P extends HasMetadata> void send(Send<P> send, Delivery delivery) {
    trace.accept(
        "send for %s: %s, %s".formatted(send.pass().primary(), describe(send.action()), delivery));
    boolean reads = send.action() instanceof Action.Read && delivery == Delivery.WHOLE;
    Optional<Moment> moment = reads ? Optional.of(Moment.of(cluster)) : Optional.empty();
    operator.send(
        send.controller(),
        send.pass(),
        send.action(),
        action -> make(sent(send.pass(), action)),
        delivery);
    moment.ifPresent(read -> readings.put(send.pass(), new Reading(send.pass().rounds(), read)));
  }

  private Sent sent(RunningPass<?> pass, Action action) {
    Optional<Moment> read =
        Optional.ofNullable(readings.get(pass))
            .filter(reading -> reading.round() == pass.rounds())
            .map(Reading::moment);
    return new Sent(action, pass.snapshot(), read);
  }

  private Answer make(Sent sent) {
    Write write =
        new Write(sent.action(), sent.seen(), sent.read(), cluster.find(sent.action().target()));
    Answer answer = rules.made(write, () -> subject.calls().apply(cluster, sent.action()));
    trace.accept("  -> " + answer.outcome().getClass().getSimpleName());
    return answer;
  }

  private <P extends HasMetadata> void loseCall(Send<P> send) {
    setAdrift(send.pass(), send.action());
    send(send, Delivery.CALL_LOST);
  }

  private void setAdrift(RunningPass<?> pass, Action action) {
    if (!(action instanceof Action.Read)) {
      adrift.add(sent(pass, action));
    }
  }

  private void crash() {
    trace.accept("crash");
    rules.crashed();
    operator
        .restart()
        .forEach(pass -> pass.unanswered().forEach(action -> setAdrift(pass, action)));
  }

  private void land(Sent sent) {
    trace.accept("land: " + describe(sent.action()));
    Write write =
        new Write(sent.action(), sent.seen(), sent.read(), cluster.find(sent.action().target()));
    Answer answer = rules.landed(write, () -> subject.calls().apply(cluster, sent.action()));
    trace.accept("  -> " + answer.outcome().getClass().getSimpleName());
  }

  private void pass(Duration duration) {
    trace.accept("wait: " + duration);
    cluster.advance(duration);
    operator.ring();
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

  private void use(Verb verb, int which, int detail) {
    trace.accept(
        "user: %s %s".formatted(verb, user.act(verb, user.candidates(verb).get(which), detail)));
  }

  private static String describe(Action action) {
    String call = action.getClass().getSimpleName() + " " + action.target();
    return switch (action) {
      case Action.Patch patch -> call + " " + patch.operations();
      case Action.PutStatus(GroveResource<?, ?> object, _, _) -> call + " " + object.getStatus();
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
  }

  /** Checks what must stand at rest. */
  void checkRest() {
    checkStandstill();
    rules.atRest(user.set());
  }
}
