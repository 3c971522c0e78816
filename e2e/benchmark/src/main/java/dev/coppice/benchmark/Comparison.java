package dev.coppice.benchmark;

import dev.coppice.benchmark.experiment.Experiment;
import dev.coppice.benchmark.figure.Figure;
import dev.coppice.benchmark.figure.Findings;
import dev.coppice.benchmark.figure.Outcome;
import dev.coppice.benchmark.figure.Row;
import dev.coppice.benchmark.figure.Table;
import dev.coppice.benchmark.site.MeasuredOperator;
import dev.coppice.benchmark.site.OurOperator;
import dev.coppice.benchmark.site.PeerProcess;
import dev.coppice.benchmark.site.Site;
import dev.coppice.benchmark.site.WriteMeter;
import dev.coppice.testkit.OperatorProcessBuilder;
import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.plane.AuditLog.Request;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Our operator at its place and, if one is asked for, another operator at an equal one. */
final class Comparison implements AutoCloseable {

  private static final String HOW =
      """
      times: from just before the first request until one watch has shown it; the 10-pod set by the audit log alone
      writes: by the audit log, renewals of leases aside; ours by user agent, those of the peer by user\
      """;

  private final Narration narration;
  private final Clock clock = Clock.systemUTC();
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final List<String> description = new ArrayList<>();
  private final Site ours;
  private final Optional<Site> theirs;

  private Comparison(Path directory, OurChoice choice, Peer peer, Narration narration) {
    this.narration = narration;
    description.add(Machine.description());
    try {
      ours = ours(directory, choice);
      theirs = theirs(directory, peer);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    description.add(HOW);
  }

  static Comparison prepare(Path directory, OurChoice choice, Peer peer, Narration narration) {
    return new Comparison(directory.toAbsolutePath(), choice, peer, narration);
  }

  private Site ours(Path directory, OurChoice choice) {
    ControlPlane plane = plane(directory.resolve("plane"));
    description.add(BenchPlane.description(plane));
    OperatorProcessBuilder builder =
        choice.operator(directory.resolve("operator"), plane.kubeconfig(PlaneUser.OPERATOR));
    if (choice.aotCache()) {
      narration.step("making an AOT cache, unless there is one");
      builder.makeArchive();
    }
    narration.step("starting the operator");
    MeasuredOperator operator = closing(OurOperator.start(builder, clock));
    description.add("operator: %s %s".formatted(operator.description(), choice.configuration()));
    return site(
        plane,
        operator,
        Optional.of(() -> RegisteredWebhook.measuredOn(plane, directory.resolve("webhook"))),
        request -> request.userAgent().startsWith(OurOperator.USER_AGENT));
  }

  private Optional<Site> theirs(Path directory, Peer peer) {
    return switch (peer) {
      case Peer.None() -> Optional.empty();
      case Peer.Command(String line) -> Optional.of(besideUs(directory, line));
      case Peer.Cluster(Path kubeconfig) -> Optional.of(elsewhere(kubeconfig));
    };
  }

  private Site besideUs(Path directory, String line) {
    narration.step("making an equal plane for the peer");
    ControlPlane plane = plane(directory.resolve("peer-plane"));
    MeasuredOperator operator =
        closing(
            PeerProcess.start(
                line, plane.kubeconfig(PlaneUser.PEER), directory.resolve("peer"), clock));
    description.add("peer: %s, on a plane of the same making".formatted(operator.description()));
    String user = PlaneUser.PEER.userName();
    return site(plane, operator, Optional.empty(), request -> request.user().equals(user));
  }

  private Site elsewhere(Path kubeconfig) {
    description.add(
        "peer: in the cluster of %s, of which only times can be told".formatted(kubeconfig));
    KubernetesClient client =
        closing(
            new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                .build());
    return new Site(
        client,
        watching(client),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        clock,
        narration::step,
        narration::detail);
  }

  private ControlPlane plane(Path directory) {
    return closing(BenchPlane.start(directory, narration));
  }

  private Site site(
      ControlPlane plane,
      MeasuredOperator operator,
      Optional<Supplier<RegisteredWebhook>> webhook,
      Predicate<Request> own) {
    KubernetesClient client = closing(plane.client());
    return new Site(
        client,
        watching(client),
        Optional.of(new WriteMeter(plane.auditLog(), own, clock)),
        Optional.of(operator),
        webhook,
        clock,
        narration::step,
        narration::detail);
  }

  private KubernetesClient watching(KubernetesClient client) {
    return closing(
        new KubernetesClientBuilder()
            .withConfig(new ConfigBuilder(client.getConfiguration()).withHttp2Disable(true).build())
            .build());
  }

  private <T extends AutoCloseable> T closing(T resource) {
    open.push(resource);
    return resource;
  }

  /** On what, whom and how is measured. */
  String description() {
    return String.join("\n", description) + "\n";
  }

  /**
   * Does experiments one by one, each with both operators; tells each row once it is known, and
   * what is known of one side before.
   */
  Table measure(
      List<Experiment> experiments,
      int rounds,
      Optional<Profiler> profiler,
      Consumer<Row> listener) {
    List<Row> rows = new ArrayList<>();
    for (Experiment experiment : experiments) {
      revive(ours, "ours");
      theirs.ifPresent(site -> revive(site, "the peer"));
      profiler.ifPresent(recording -> recording.begin(pid()));
      Findings own = attempt(experiment, ours, "ours", rounds);
      profiler.ifPresent(recording -> recording.end(pid(), experiment.figures().getFirst().name()));
      Optional<Findings> others = theirs.map(site -> attempt(experiment, site, "the peer", rounds));
      for (Figure figure : experiment.figures()) {
        Row row = new Row(figure, own.of(figure), others.map(findings -> findings.of(figure)));
        rows.add(row);
        listener.accept(row);
      }
    }
    return new Table(rows);
  }

  /** What one experiment did to an operator must not cost the figures of the next. */
  private void revive(Site site, String whose) {
    site.operator()
        .filter(operator -> !operator.alive())
        .ifPresent(operator -> {
          narration.step("%s: started again, because it had ended by itself".formatted(whose));
          operator.start();
        });
  }

  private long pid() {
    return ours.operator().map(MeasuredOperator::pid).orElseThrow();
  }

  private Findings attempt(Experiment experiment, Site site, String whose, int rounds) {
    List<String> names = experiment.figures().stream().map(Figure::name).toList();
    narration.step("%s: %s".formatted(whose, String.join(", ", names)));
    try {
      Findings findings = experiment.measure(site, rounds);
      experiment
          .figures()
          .forEach(figure ->
              narration.step(
                  "%s: %s: %s".formatted(whose, figure.name(), figure.text(findings.of(figure)))));
      return findings;
    } catch (RuntimeException e) {
      // One experiment that fails must not cost the figures of the others.
      narration.step("failed: " + e);
      return Findings.none().otherwise(experiment.figures(), Outcome.failed(e));
    }
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        narration.step("cannot clean up: " + e);
      }
    }
  }
}
