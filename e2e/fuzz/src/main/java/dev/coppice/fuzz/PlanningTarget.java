package dev.coppice.fuzz;

import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Reconcile;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.simulator.operator.Level;
import dev.coppice.simulator.operator.OperatorCode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The decisions of all levels about a set of which some objects are hostile, as they are read. */
final class PlanningTarget implements Target {

  private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");
  private static final int MOST_HOSTILE = 3;

  private final Corpus corpus;

  /** Decisions that failed over what no API server stores: the reconcile ends, and no other. */
  private int contained;

  private final List<OperatorCode> codes =
      List.of(
          OperatorCode.production().withTrackedPods(),
          OperatorCode.withNativeGangs().withTrackedPods(),
          OperatorCode.withQueues().withTrackedPods());

  PlanningTarget(Corpus corpus) {
    this.corpus = corpus;
  }

  @Override
  public String name() {
    return "planning";
  }

  @Override
  public Attempt attempt(Random random) {
    List<HasMetadata> grown = corpus.family(random);
    List<HasMetadata> family = new ArrayList<>(grown);
    List<String> inputs = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(MOST_HOSTILE); i++) {
      int which = random.nextInt(family.size());
      HasMetadata object = grown.get(which);
      String hostile = new Mutation(random).of(Corpus.tree(object));
      inputs.add(hostile);
      HasMetadata read = ReadingTarget.read(hostile, object.getClass());
      // Under another name, or of another set, it is in nobody's view.
      if (Objects.equals(name(read), name(object))) {
        family.set(which, read);
      }
    }
    OperatorCode code = HostileValue.pick(codes, random);
    return new Attempt(
        inputs.stream().collect(Collectors.joining("\n")),
        () -> {
          Stream.concat(
                  Stream.of(code.sets(), code.groups(), code.cliques()),
                  code.trackedPods().stream())
              .forEach(level -> decide(level, family));
          return 0;
        });
  }

  private static String name(HasMetadata object) {
    return object.getMetadata().getNamespace()
        + "/"
        + object.getMetadata().getName()
        + "/"
        + object.getMetadata().getUid();
  }

  @Override
  public String note() {
    return ", decisions that failed for their object alone: " + contained;
  }

  private <P extends HasMetadata> void decide(Level<P> level, List<HasMetadata> family) {
    family.stream()
        .filter(level.type()::isInstance)
        .map(level.type()::cast)
        .forEach(primary -> {
          Observed observed =
              Observed.of(
                  family.stream()
                      .filter(object -> !ObjectKey.of(object).equals(ObjectKey.of(primary)))
                      .filter(object -> level.watches().relates(primary, object))
                      .toList());
          Reconcile<P> reconcile =
              new Reconcile<>(level.planner(), Snapshot.of(primary, observed), List.of());
          try {
            var _ = reconcile.next(NOW);
          } catch (RuntimeException e) {
            contained++;
          }
        });
  }
}
