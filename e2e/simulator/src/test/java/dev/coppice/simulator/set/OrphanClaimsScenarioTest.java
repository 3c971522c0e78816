package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.simulator.model.Orphaning;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What stands under a name of ours without an owner, and whether it is taken back. */
class OrphanClaimsScenarioTest {

  private final SetFixture fixture = new SetFixture(OrphansScenarioTest.YAML);

  @Test
  void what_stands_in_our_place_without_our_labels_stays_foreign() {
    fixture.settle();
    Service service = fixture.cluster.all(Service.class).findFirst().orElseThrow();
    Orphaning.release(fixture.cluster, service);
    relabel(service, Labels.NAME, "somebody");

    twoPasses();

    assertThat(Ownership.controller(fixture.cluster.all(Service.class).findFirst().orElseThrow()))
        .isEmpty();
    assertThat(fixture.status().lastErrors())
        .extracting(error -> error.code())
        .containsExactly(Snapshot.FOREIGN_OBJECT);
  }

  @Test
  void what_somebody_else_controls_stays_foreign() {
    fixture.settle();
    Service service = fixture.cluster.all(Service.class).findFirst().orElseThrow();
    fixture.cluster.change(
        service,
        found -> {
          OwnerReference other = Ownership.controllerReference(fixture.clique("s-0-a"));
          found.setMetadata(
              new ObjectMetaBuilder(found.getMetadata()).withOwnerReferences(other).build());
          return found;
        });

    twoPasses();

    assertThat(fixture.status().lastErrors())
        .extracting(error -> error.code())
        .containsExactly(Snapshot.FOREIGN_OBJECT);
  }

  @Test
  void other_owners_are_kept() {
    fixture.settle();
    Service service = fixture.cluster.all(Service.class).findFirst().orElseThrow();
    OwnerReference other = Ownership.controllerReference(fixture.clique("s-0-a"));
    other.setController(null);
    fixture.cluster.change(
        service,
        found -> {
          found.setMetadata(
              new ObjectMetaBuilder(found.getMetadata()).withOwnerReferences(other).build());
          return found;
        });

    fixture.setPass();

    assertThat(
            fixture
                .cluster
                .all(Service.class)
                .findFirst()
                .orElseThrow()
                .getMetadata()
                .getOwnerReferences())
        .containsExactly(other, Ownership.controllerReference(fixture.set()));
  }

  /** The second one comes when what the first one saw is due to be told. */
  private void twoPasses() {
    fixture.setPass();
    fixture.cluster.advance(Duration.ofSeconds(1));
    fixture.setPass();
  }

  private void relabel(HasMetadata object, String key, String value) {
    fixture.cluster.change(
        fixture.cluster.find(ObjectKey.of(object)).orElseThrow(),
        found -> {
          found.setMetadata(
              new ObjectMetaBuilder(found.getMetadata()).addToLabels(key, value).build());
          return found;
        });
  }
}
