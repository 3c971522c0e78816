package dev.coppice.core.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What is found is what the words of seed 001 say, read without a thought of how long it takes. */
class MinRuntimesPropertyTest {

  private static final int QUEUES = 10;
  private static final NodePools POOLS = Queues.pools("7s", "-1");

  /** A queue as the seed speaks of it; what it says is kept as its text. */
  record Plain(
      String name, Optional<String> parent, Optional<String> preempt, Optional<String> reclaim) {

    QueueNode node() {
      return new QueueNode(name, parent, meaning(preempt), meaning(reclaim));
    }

    private static Optional<MinRuntime> meaning(Optional<String> text) {
      return text.flatMap(said -> MinRuntimeText.ofQueue(said).value());
    }
  }

  /** Parents are among the queues or missing; trees, orphans and cycles come about by chance. */
  @Provide
  Arbitrary<List<Plain>> queues() {
    Arbitrary<Integer> anything = Arbitraries.integers().between(-2, QUEUES + 1);
    Arbitrary<String> value = Arbitraries.of("0s", "-1", "10s", "30s", "1h");
    Arbitrary<Plain> one =
        Combinators.combine(anything, value.optional(0.4), value.optional(0.4))
            .as((parent, preempt, reclaim) ->
                new Plain(
                    "",
                    Optional.of(parent).filter(i -> i >= 0).map(i -> "q" + i),
                    preempt,
                    reclaim));
    return one.list().ofSize(QUEUES).map(MinRuntimesPropertyTest::named);
  }

  /** The same without cycles: each parent stands before its children. */
  @Provide
  Arbitrary<List<Plain>> trees() {
    return queues()
        .map(queues -> {
          List<Plain> tree = new ArrayList<>();
          for (int i = 0; i < queues.size(); i++) {
            int child = i;
            Plain queue = queues.get(i);
            tree.add(
                new Plain(
                    queue.name(),
                    queue
                        .parent()
                        .map(parent -> Integer.parseInt(parent.substring(1)))
                        .map(parent -> parent < QUEUES && child > 0 ? parent % child : parent)
                        .filter(parent -> parent >= QUEUES || parent < child)
                        .map(parent -> "q" + parent),
                    queue.preempt(),
                    queue.reclaim()));
          }
          return tree;
        });
  }

  private static List<Plain> named(List<Plain> queues) {
    List<Plain> named = new ArrayList<>();
    for (int i = 0; i < queues.size(); i++) {
      Plain queue = queues.get(i);
      named.add(new Plain("q" + i, queue.parent(), queue.preempt(), queue.reclaim()));
    }
    return named;
  }

  @Property
  void trees_are_read_as_the_seed_says(@ForAll("trees") List<Plain> queues) {
    Reading reading = new Reading(queues);
    assertThat(queues)
        .allSatisfy(queue -> assertThat(reading.isCircle(reading.upFrom(queue.name()))).isFalse());
    assertAlike(queues, reading);
  }

  @Property
  void anything_has_an_answer(@ForAll("queues") List<Plain> queues) {
    assertAlike(queues, new Reading(queues));
  }

  private static void assertAlike(List<Plain> queues, Reading reading) {
    MinRuntimes runtimes = runtimes(queues);
    List<String> found = new ArrayList<>();
    List<String> said = new ArrayList<>();
    for (Plain preemptor : queues) {
      for (Plain victim : queues) {
        String pair = preemptor.name() + " against " + victim.name() + ": ";
        found.add(pair + told(runtimes.resolve(preemptor.name(), victim.name(), null)));
        said.add(pair + reading.applies(preemptor.name(), victim.name()));
      }
    }
    assertThat(found).as("in %s", queues).isEqualTo(said);
  }

  @Property
  void the_order_of_the_objects_does_not_matter(@ForAll("queues") List<Plain> queues) {
    List<Plain> turned = new ArrayList<>(queues);
    Collections.reverse(turned);
    MinRuntimes one = runtimes(queues);
    MinRuntimes other = runtimes(turned);

    for (Plain queue : queues) {
      assertThat(other.tree().path(queue.name())).isEqualTo(one.tree().path(queue.name()));
      assertThat(other.tree().cycle(queue.name())).isEqualTo(one.tree().cycle(queue.name()));
      assertThat(other.reclaims(queue.name(), null)).isEqualTo(one.reclaims(queue.name(), null));
    }
  }

  @Property
  void the_table_of_a_queue_holds_all_answers(@ForAll("queues") List<Plain> queues) {
    MinRuntimes runtimes = runtimes(queues);

    for (Plain victim : queues) {
      List<Resolution> table = runtimes.reclaims(victim.name(), null);
      assertThat(table)
          .containsAll(
              queues.stream()
                  .map(preemptor -> runtimes.reclaim(preemptor.name(), victim.name(), null))
                  .toList());
    }
  }

  private static MinRuntimes runtimes(List<Plain> queues) {
    return new MinRuntimes(
        QueueTree.of(queues.stream().map(Plain::node).toList()),
        POOLS,
        UnqueuedPreemptor.FOREIGN_TOP_LEVEL);
  }

  private static String told(Resolution resolution) {
    return resolution.minRuntime().text()
        + switch (resolution.source()) {
          case Resolution.Source.OfQueue(String queue, _) -> " of " + queue;
          case Resolution.Source.OfNodePool(String pool, _) -> " of " + pool;
          case Resolution.Source.Nowhere() -> "";
        };
  }

  /** The words of the seed, word by word; of cycles it says nothing. */
  private static final class Reading {

    private final Map<String, Plain> queues = new TreeMap<>();

    Reading(List<Plain> all) {
      all.forEach(queue -> queues.put(queue.name(), queue));
    }

    String applies(String preemptor, String victim) {
      return preemptor.equals(victim) ? preempt(victim) : reclaim(preemptor, victim);
    }

    // "Starting from the leaf-queue, walk the tree until the first defined preempt-min-runtime is
    // set and use that."
    private String preempt(String leaf) {
      return firstSet(upFrom(leaf), Plain::preempt, "7s of default");
    }

    private String reclaim(String preemptor, String preemptee) {
      List<String> up = upFrom(preemptee);
      return firstSet(
          up.subList(begin(up, upFrom(preemptor)), up.size()), Plain::reclaim, "-1 of default");
    }

    private int begin(List<String> up, List<String> upFromPreemptor) {
      if (isCircle(up) || isCircle(upFromPreemptor)) {
        return beginByPrefix(up, upFromPreemptor);
      }
      // "Resolve the lowest common ancestor (LCA) between the leaf-queues of preemptor and
      // preemptee." Above the queues at the top is a root without a name.
      int lca = up.size();
      for (String ancestor : upFromPreemptor) {
        if (up.contains(ancestor)) {
          lca = up.indexOf(ancestor);
          break;
        }
      }
      // "Walk 1 step down to the child of the LCA that is an ancestor to the preemptee's leaf queue
      // (or is the leaf queue)."
      return lca == 0 ? 0 : lca - 1;
    }

    /** Where ways lead in a circle they are compared from where they end. */
    private static int beginByPrefix(List<String> up, List<String> upFromPreemptor) {
      int alike = 0;
      while (alike < up.size()
          && alike < upFromPreemptor.size()
          && up.get(up.size() - 1 - alike)
              .equals(upFromPreemptor.get(upFromPreemptor.size() - 1 - alike))) {
        alike++;
      }
      return up.size() - 1 - Math.min(alike, up.size() - 1);
    }

    // "Use the reclaim-min-runtime from this queue, if it is set. Otherwise move back up towards
    // root of tree and select the first available queue-level override, or default to the node
    // pool-level configuration value."
    private String firstSet(
        List<String> up, Function<Plain, Optional<String>> value, String otherwise) {
      for (String name : up) {
        Optional<String> said = value.apply(queues.get(name));
        if (said.isPresent()) {
          return said.get() + " of " + name;
        }
      }
      return otherwise;
    }

    private List<String> upFrom(String queue) {
      List<String> up = new ArrayList<>();
      Optional<String> at = Optional.of(queue);
      while (at.filter(queues::containsKey).filter(name -> !up.contains(name)).isPresent()) {
        up.add(at.get());
        at = queues.get(at.get()).parent();
      }
      return up;
    }

    private boolean isCircle(List<String> up) {
      return queues.get(up.getLast()).parent().filter(up::contains).isPresent();
    }
  }
}
