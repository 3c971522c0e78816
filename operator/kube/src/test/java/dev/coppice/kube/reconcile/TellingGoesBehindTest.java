package dev.coppice.kube.reconcile;

import static dev.coppice.kube.client.FakeApiServer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Verb;
import dev.coppice.kube.client.FakeApiServer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** One turn, and two objects that want it. */
class TellingGoesBehindTest {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final String PODS = "/api/v1/namespaces/ns/pods";
  private static final String STATUS = "/api/v1/namespaces/ns/configmaps/teller/status";
  private static final Purpose PURPOSE = Purpose.unannounced("ERR", "wrote", "object");

  private final KubernetesSerialization serialization = new KubernetesSerialization();
  private final FakeApiServer api =
      new FakeApiServer()
          .on(Verb.CREATE, PODS, answer(201, serialization.asJson(pod())))
          .on(Verb.UPDATE, STATUS, answer(200, serialization.asJson(object("teller"))));
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final AtomicReference<Thread> maker = new AtomicReference<>();
  private final Reconciliation<ConfigMap> reconciles =
      ReconciliationFixture.reconciliation(
          this::plan, primary -> Set.of(), api, () -> NOW, registry, 1);

  @Test
  void a_reconcile_that_has_only_to_tell_lets_one_that_waits_go_before_and_looks_anew()
      throws InterruptedException {
    run("teller");
    maker.get().join();

    assertThat(api.calls()).extracting(Call::path).containsExactly(PODS, STATUS);
    assertThat(count("put_off")).isEqualTo(1);
    assertThat(count("settled")).isEqualTo(2);
  }

  private Plan plan(Snapshot<ConfigMap> snapshot, Instant now) {
    Plan.Builder plan = Plan.builder(snapshot.failures());
    if (snapshot.primary().getMetadata().getName().equals("maker")) {
      if (snapshot.observed().all(Pod.class).findAny().isEmpty()) {
        plan.add(new Action.Create(pod(), PURPOSE));
      }
    } else if (api.calls().stream().noneMatch(call -> call.path().equals(STATUS))) {
      makerHasCome();
      plan.add(new Action.PutStatus(snapshot.primary(), false, PURPOSE));
    }
    return plan.build();
  }

  private void makerHasCome() {
    if (maker.get() == null) {
      maker.set(Thread.ofPlatform().daemon().start(() -> run("maker")));
      await().until(() -> maker.get().getState() == Thread.State.WAITING);
    }
  }

  private void run(String name) {
    reconciles.run(
        "ns",
        () ->
            Optional.of(
                new View<>(
                    object(name), Observed.of(List.of()), List.of(), fresh -> {}, () -> true)));
  }

  private double count(String result) {
    return registry.get("coppice.reconcile").tag("result", result).counter().count();
  }

  private static ConfigMap object(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName(name)
        .withUid("uid-" + name)
        .withResourceVersion("1")
        .endMetadata()
        .build();
  }

  private static Pod pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName("a")
        .endMetadata()
        .build();
  }
}
