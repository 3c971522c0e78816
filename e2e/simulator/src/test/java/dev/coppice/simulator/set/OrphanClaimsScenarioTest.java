package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.core.plan.ObjectKey;
import dev.coppice.core.plan.Ownership;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.simulator.model.Orphaning;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What stands under a name of ours without an owner, and whether it is taken back. */
class OrphanClaimsScenarioTest {

  private final SetScene scene = new SetScene(OrphansScenarioTest.YAML);

  @Test
  void what_stands_in_our_place_without_our_labels_stays_foreign() {
    scene.settle();
    Service service = scene.cluster.all(Service.class).findFirst().orElseThrow();
    Orphaning.release(scene.cluster, service);
    relabel(service, Labels.NAME, "somebody");

    twoPasses();

    assertThat(Ownership.controller(scene.cluster.all(Service.class).findFirst().orElseThrow()))
        .isEmpty();
    assertThat(scene.status().lastErrors())
        .extracting(error -> error.code())
        .containsExactly(Snapshot.FOREIGN_OBJECT);
  }

  @Test
  void what_somebody_else_controls_stays_foreign() {
    scene.settle();
    Service service = scene.cluster.all(Service.class).findFirst().orElseThrow();
    scene.cluster.change(
        service,
        found -> {
          OwnerReference other = Ownership.controllerReference(scene.clique("s-0-a"));
          found.setMetadata(
              new ObjectMetaBuilder(found.getMetadata()).withOwnerReferences(other).build());
          return found;
        });

    twoPasses();

    assertThat(scene.status().lastErrors())
        .extracting(error -> error.code())
        .containsExactly(Snapshot.FOREIGN_OBJECT);
  }

  @Test
  void other_owners_are_kept() {
    scene.settle();
    Service service = scene.cluster.all(Service.class).findFirst().orElseThrow();
    OwnerReference other = Ownership.controllerReference(scene.clique("s-0-a"));
    other.setController(null);
    scene.cluster.change(
        service,
        found -> {
          found.setMetadata(
              new ObjectMetaBuilder(found.getMetadata()).withOwnerReferences(other).build());
          return found;
        });

    scene.setPass();

    assertThat(
            scene
                .cluster
                .all(Service.class)
                .findFirst()
                .orElseThrow()
                .getMetadata()
                .getOwnerReferences())
        .containsExactly(other, Ownership.controllerReference(scene.set()));
  }

  /** The second one comes when what the first one saw is due to be told. */
  private void twoPasses() {
    scene.setPass();
    scene.cluster.advance(Duration.ofSeconds(1));
    scene.setPass();
  }

  private void relabel(HasMetadata object, String key, String value) {
    scene.cluster.change(
        scene.cluster.find(ObjectKey.of(object)).orElseThrow(),
        found -> {
          found.setMetadata(
              new ObjectMetaBuilder(found.getMetadata()).addToLabels(key, value).build());
          return found;
        });
  }
}
