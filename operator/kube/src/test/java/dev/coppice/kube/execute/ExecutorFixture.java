package dev.coppice.kube.execute;

import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.kube.client.FakeApiServer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An executor in front of a scripted API server. */
final class ExecutorFixture {

  static final String PODS = "/api/v1/namespaces/ns/pods";
  static final Purpose PURPOSE = Purpose.unannounced("ERR", "touched", "pod");

  final KubernetesSerialization serialization = new KubernetesSerialization();
  final FakeApiServer api = new FakeApiServer();
  final List<HasMetadata> recent = new CopyOnWriteArrayList<>();

  Outcome apply(Action action) {
    return inParallel(1).apply(plan(action), recent::add).getFirst().outcome();
  }

  Executor inParallel(int actions) {
    return new Executor(api, serialization, actions);
  }

  static Plan plan(Action... actions) {
    return new Plan(List.of(actions), List.of(), null, null, false);
  }

  static Action.Create creating(String name) {
    return new Action.Create(pod(name, null), PURPOSE);
  }

  static ObjectKey key(String name) {
    return new ObjectKey(Pod.class, "ns", name);
  }

  static Pod pod(String name, String uid) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName(name)
        .withUid(uid)
        .endMetadata()
        .build();
  }

  String json(Object object) {
    return serialization.asJson(object);
  }
}
