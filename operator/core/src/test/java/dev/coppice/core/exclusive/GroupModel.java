package dev.coppice.core.exclusive;

import dev.coppice.api.clique.GroupDomain;
import dev.coppice.core.exclusive.GroupPod.Standing;
import dev.coppice.core.pod.NodeDomain;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.pod.TestPod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A group of four pods, each of a PodClique of its own, that is decided upon by turns. What a turn
 * wants done is done call by call, and between two calls anything else may happen, or the process
 * dies and the rest is never done.
 */
final class GroupModel {

  static final int SLOTS = 4;
  private static final List<String> DOMAINS = List.of("A", "B", "C");

  /** What is in the cluster. */
  record Cluster(GroupDomain recorded, List<GroupPod> pods) {

    Anchor anchor() {
      return new Anchor(recorded, "block", pods);
    }
  }

  /** One call, which is refused if it no longer fits. */
  @FunctionalInterface
  interface Call {
    void run();
  }

  private final RandomGenerator random;
  private final List<Cluster> history = new ArrayList<>();
  private int made;

  GroupModel(RandomGenerator random) {
    this.random = random;
    history.add(new Cluster(GroupDomain.NONE, List.of()));
  }

  Cluster now() {
    return history.getLast();
  }

  /** The domains that pods are in, those included that are being deleted. */
  Set<String> taken() {
    return now().pods().stream()
        .filter(GroupModel::isThere)
        .flatMap(pod -> Stream.ofNullable(pod.domain()))
        .collect(Collectors.toSet());
  }

  private static boolean isThere(GroupPod pod) {
    return pod.isBound() || isOnItsWay(pod);
  }

  private static boolean isOnItsWay(GroupPod pod) {
    return pod.standing() == Standing.LEAVING || pod.standing() == Standing.STUCK;
  }

  /** Something happens; {@code lag} is how many changes a view may be behind. */
  void step(int lag) {
    switch (random.nextInt(8)) {
      case 0, 1, 2, 3 -> turn(random.nextInt(SLOTS), lag);
      case 4, 5 -> schedule();
      case 6 ->
          pick(GroupModel::isOnItsWay)
              .ifPresent(pod -> {
                if (random.nextInt(4) == 0) {
                  replace(pod, with(pod, Standing.STUCK, pod.domain()));
                } else {
                  remove(pod);
                }
              });
      default -> {
        if (random.nextInt(3) == 0) {
          pick(GroupPod::isLive).ifPresent(this::delete);
        }
      }
    }
  }

  /** Nobody disturbs, and nothing is old: all that is left to do is done. */
  void settle() {
    int before = -1;
    for (int i = 0; i < 200 && before < history.size(); i++) {
      before = history.size();
      IntStream.range(0, SLOTS).forEach(slot -> calls(slot, now()).forEach(Call::run));
      now().pods().stream().filter(GroupModel::isOnItsWay).toList().forEach(this::remove);
      now().pods().stream()
          .filter(pod -> pod.standing() == Standing.RELEASED)
          .toList()
          .forEach(this::bind);
    }
  }

  private void turn(int slot, int lag) {
    int behind = Math.min(history.size() - 1, lag == 0 ? 0 : random.nextInt(lag + 1));
    for (Call call : calls(slot, history.get(history.size() - 1 - behind))) {
      switch (random.nextInt(6)) {
        case 0 -> {
          return;
        }
        case 1 -> schedule();
        case 2 -> pick(GroupPod::isLive).ifPresent(this::delete);
        default -> {}
      }
      call.run();
    }
  }

  /** What the PodClique of a slot wants done: the first of its steps that wants anything. */
  private List<Call> calls(int slot, Cluster seen) {
    AnchorDecision decision = seen.anchor().decision();
    List<Call> calls = new ArrayList<>();
    switch (decision) {
      case AnchorDecision.RecordDomain record when slot == 0 ->
          calls.add(() -> write(seen, new GroupDomain(record.epoch(), record.domain())));
      case AnchorDecision.NextEpoch next when slot == 0 ->
          calls.add(() -> write(seen, new GroupDomain(next.epoch(), null)));
      case AnchorDecision.DeleteOlder older -> deletes(slot, older.pods(), calls);
      case AnchorDecision.DeleteSplit split -> deletes(slot, split.pods(), calls);
      default -> {}
    }
    if (calls.isEmpty()) {
      GroupGates gates = new GroupGates(seen.anchor());
      for (GroupPod pod : seen.pods()) {
        if (pod.slot() == slot
            && pod.standing() == Standing.GATED
            && gates.opening(pod) instanceof Opening.Open open) {
          calls.add(() -> release(pod, open.domain().map(NodeDomain::value).orElse(null)));
        }
      }
      if (seen.pods().stream().noneMatch(pod -> pod.slot() == slot && pod.isLive())
          && seen.anchor().takesPods()) {
        calls.add(() -> create(slot, seen.recorded().epoch()));
      }
    }
    return calls;
  }

  private void deletes(int slot, List<GroupPod> pods, List<Call> calls) {
    pods.stream()
        .filter(pod -> pod.slot() == slot)
        .forEach(pod -> calls.add(() -> current(pod).ifPresent(this::delete)));
  }

  private void write(Cluster seen, GroupDomain next) {
    if (seen.recorded().equals(now().recorded())) {
      history.add(new Cluster(next, now().pods()));
    }
  }

  private void release(GroupPod seen, @Nullable String selector) {
    if (now().pods().contains(seen)) {
      replace(seen, with(seen, Standing.RELEASED, selector));
    }
  }

  private void create(int slot, int epoch) {
    if (now().pods().stream().noneMatch(pod -> pod.slot() == slot && pod.isLive())) {
      PodState pod = TestPod.pending(1000 * slot + made++).state();
      List<GroupPod> pods = new ArrayList<>(now().pods());
      pods.add(new GroupPod(pod, slot, OptionalInt.of(slot / 2), epoch, Standing.GATED, null));
      history.add(new Cluster(now().recorded(), pods));
    }
  }

  private void schedule() {
    pick(pod -> pod.standing() == Standing.RELEASED).ifPresent(this::bind);
  }

  // Pods of one subgroup are drawn to each other; who is sent somewhere else then gets no node. To
  // its group alone the leader is not drawn: of several terms a pod has to meet all.
  private void bind(GroupPod pod) {
    Optional<String> drawn =
        now().pods().stream()
            .filter(GroupModel::isThere)
            .filter(one -> one.subGroup().equals(pod.subGroup()))
            .flatMap(one -> Stream.ofNullable(one.domain()))
            .sorted()
            .findFirst();
    String domain =
        Optional.ofNullable(pod.domain())
            .or(() -> drawn)
            .orElseGet(() -> DOMAINS.get(random.nextInt(DOMAINS.size())));
    if (drawn.filter(where -> !where.equals(domain)).isEmpty()) {
      replace(pod, with(pod, Standing.BOUND, domain));
    }
  }

  private void delete(GroupPod pod) {
    if (pod.isBound()) {
      replace(pod, with(pod, Standing.LEAVING, pod.domain()));
    } else {
      remove(pod);
    }
  }

  private void remove(GroupPod pod) {
    history.add(
        new Cluster(
            now().recorded(), now().pods().stream().filter(one -> !isSame(one, pod)).toList()));
  }

  private Optional<GroupPod> current(GroupPod seen) {
    return now().pods().stream()
        .filter(pod -> isSame(pod, seen))
        .filter(GroupPod::isLive)
        .findFirst();
  }

  private void replace(GroupPod old, GroupPod fresh) {
    history.add(
        new Cluster(
            now().recorded(),
            now().pods().stream().map(pod -> isSame(pod, old) ? fresh : pod).toList()));
  }

  private static boolean isSame(GroupPod one, GroupPod other) {
    return one.pod().uid().equals(other.pod().uid());
  }

  private static GroupPod with(GroupPod pod, Standing standing, @Nullable String domain) {
    return new GroupPod(pod.pod(), pod.slot(), pod.subGroup(), pod.epoch(), standing, domain);
  }

  private Optional<GroupPod> pick(Predicate<GroupPod> wanted) {
    List<GroupPod> fitting = now().pods().stream().filter(wanted).toList();
    return fitting.isEmpty()
        ? Optional.empty()
        : Optional.of(fitting.get(random.nextInt(fitting.size())));
  }
}
