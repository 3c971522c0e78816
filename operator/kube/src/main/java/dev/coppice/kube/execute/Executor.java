package dev.coppice.kube.execute;

import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Obstacles;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.kube.client.ApiServer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/**
 * Executes plans: the only place from which the cluster is changed. The actions of a plan run in
 * parallel and are started in the plan's order; {@link dev.coppice.kube.client.BoundedWrites} keeps
 * all plans together within one bound. Safe for use by many threads.
 */
public final class Executor {

  private final ObjectReader reader;
  private final ObjectWriter writer;
  private final Trials trials;
  private final int parallelism;

  /**
   * Executes through the given API server.
   *
   * @param api metered and bounded already
   * @param serialization the client's
   * @param parallelism how many actions of one plan run at once
   */
  public Executor(ApiServer api, KubernetesSerialization serialization, int parallelism) {
    this.parallelism = parallelism;
    reader = new ObjectReader(api, serialization);
    writer = new ObjectWriter(api, reader, serialization);
    trials = new Trials(api, serialization);
  }

  /**
   * Runs all actions of the plan and returns when the last one is answered.
   *
   * @param recent takes every object that was answered before this method returns
   * @return the answers in the order of the actions
   */
  public List<Answer> apply(Plan plan, RecentObjects recent) {
    return finish(new Round(plan.actions(), recent));
  }

  /**
   * The same after a reconcile in which something was refused: the first action goes alone, so that
   * a quota that still stands costs one call a try.
   */
  public List<Answer> applyCautiously(Plan plan, RecentObjects recent) {
    Round round = new Round(plan.actions(), recent);
    round.workOnce();
    return finish(round);
  }

  private List<Answer> finish(Round round) {
    int workers = Math.min(parallelism, round.left());
    if (workers <= 1) {
      round.work();
    } else {
      workTogether(round, workers);
    }
    return round.answers();
  }

  private static void workTogether(Round round, int workers) {
    List<Future<?>> started = new ArrayList<>(workers);
    // Closing waits for all of them.
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int worker = 0; worker < workers; worker++) {
        started.add(threads.submit(round::work));
      }
    }
    for (Future<?> worker : started) {
      if (worker.state() == Future.State.FAILED) {
        throw new IllegalStateException("an action could not be made", worker.exceptionNow());
      }
    }
  }

  /** One plan under way, shared by the threads that work on it. */
  private final class Round {
    private final List<Action> actions;
    private final RecentObjects recent;
    private final AtomicReferenceArray<Outcome> outcomes;
    private final AtomicInteger next = new AtomicInteger();
    private final Obstacles obstacles = new Obstacles();
    private volatile boolean lost;

    Round(List<Action> actions, RecentObjects recent) {
      this.actions = actions;
      this.recent = recent;
      outcomes = new AtomicReferenceArray<>(actions.size());
    }

    void work() {
      while (workOnce()) {}
    }

    boolean workOnce() {
      int i = next.getAndIncrement();
      if (i >= actions.size()) {
        return false;
      }
      Action action = actions.get(i);
      // An answer that was lost ends the reconcile: the rest is for the next one, which sees more.
      Outcome outcome = lost || obstacles.stop(action) ? new Outcome.Skipped() : run(action);
      lost |= outcome instanceof Outcome.Unknown;
      obstacles.take(action, outcome);
      outcomes.set(i, outcome);
      return true;
    }

    int left() {
      return actions.size() - next.get();
    }

    List<Answer> answers() {
      return IntStream.range(0, actions.size())
          .mapToObj(i -> new Answer(actions.get(i), outcomes.get(i)))
          .toList();
    }

    private Outcome run(Action action) {
      Outcome outcome =
          switch (action) {
            case Action.Create create -> writer.create(create);
            case Action.Patch patch -> writer.patch(patch);
            case Action.PutStatus put -> writer.putStatus(put);
            case Action.Delete delete -> writer.delete(delete);
            case Action.Try trial -> trials.ask(trial);
            case Action.Read read -> reader.read(read);
          };
      switch (outcome) {
        case Outcome.Done done -> recent.take(done.object());
        case Outcome.AlreadyExists exists -> recent.take(exists.object());
        // The next reconcile may begin before the watch has brought what this one read.
        case Outcome.Found found -> found.objects().forEach(recent::take);
        case Outcome.Deleted(HasMetadata remaining) when remaining != null ->
            recent.take(remaining);
        default -> {}
      }
      return outcome;
    }
  }
}
