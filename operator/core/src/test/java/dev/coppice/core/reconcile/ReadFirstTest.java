package dev.coppice.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.object.ObjectKey;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadFirstTest {

  private static final Purpose PURPOSE = Purpose.unannounced("ERR_X", "done", "object");

  private final ConfigMap primary =
      new ConfigMapBuilder()
          .withNewMetadata()
          .withNamespace("n")
          .withName("p")
          .withUid("u")
          .endMetadata()
          .build();
  private final Snapshot<ConfigMap> cached = Snapshot.of(primary, Observed.of(List.of()));
  private final LiveRead read = new LiveRead.Get(ObjectKey.of(primary));
  private final Action readIt = new Action.Read(List.of(read), PURPOSE);
  private final Action create = new Action.Create(pod("made"), PURPOSE);
  private final Action delete = Action.Delete.of(pod("gone"), PURPOSE);

  private static Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("n")
        .withName(name)
        .withUid(name)
        .endMetadata()
        .build();
  }

  private List<Action> round(Snapshot<ConfigMap> snapshot, Action... wanted) {
    return ReadFirst.creates(snapshot, read, PURPOSE, List.of(wanted)).toList();
  }

  @Test
  void creates_wait_for_the_read_and_nothing_else_does() {
    assertThat(round(cached, delete, create)).containsExactly(readIt, delete);
    assertThat(round(cached, delete)).containsExactly(delete);
  }

  @Test
  void right_after_the_read_all_of_it_is_done() {
    Snapshot<ConfigMap> read =
        cached.with(List.of(new Answer(readIt, new Outcome.Found(List.of(primary)))));

    assertThat(round(read, delete, create)).containsExactly(delete, create);
  }

  @Test
  void nothing_is_read_for_a_create_that_has_failed() {
    Snapshot<ConfigMap> refused =
        cached.with(List.of(new Answer(create, new Outcome.Refused(403, "quota"))));

    assertThat(round(refused, delete, create)).containsExactly(delete);
  }
}
