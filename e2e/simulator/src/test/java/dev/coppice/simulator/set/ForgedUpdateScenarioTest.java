package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.simulator.model.FieldEdit;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates of which somebody else writes how far they are. */
class ForgedUpdateScenarioTest {

  private final UpdateFixture update = UpdateFixture.running();
  private final SetFixture fixture = update.fixture();

  @Test
  void comes_to_its_end_though_somebody_writes_that_a_replica_has_ended() {
    update.changeImage("new", "a");
    fixture.setPass();
    fixture.cliquePass("s-0-a");
    fixture.setPass();
    write(
        "PodCliqueSet",
        "s",
        "/status/updateProgress/currentlyUpdating/0/updateEndedAt",
        "\"1970-01-01T00:00:00Z\"");

    update.watch(() -> {});

    assertThat(update.images()).containsExactlyInAnyOrder("a=new", "b=old", "c=old");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\"updateStartedAt\":\"1970-01-01T00:00:00Z\","})
  void leaves_no_progress_open_that_somebody_has_written_into_a_member_of_a_group(String start) {
    update.changeImage("new", "a");
    write(
        "PodClique",
        "s-0-x-0-b",
        "/status/updateProgress",
        "{%s\"podCliqueSetGenerationHash\":\"other\",\"podTemplateHash\":\"other\"}"
            .formatted(start));

    update.watch(() -> {});

    PodCliqueUpdateProgress left = fixture.clique("s-0-x-0-b").statusOrEmpty().updateProgress();
    assertThat(left == null || left.updateEndedAt() != null).isTrue();
  }

  private void write(String kind, String name, String path, String value) {
    new FieldEdit(kind, name, path, Optional.of(value)).commit(fixture.cluster);
  }
}
