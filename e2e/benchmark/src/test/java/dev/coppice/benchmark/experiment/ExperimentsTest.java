package dev.coppice.benchmark.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coppice.benchmark.figure.Figure;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExperimentsTest {

  @Test
  void no_two_figures_have_the_same_name() {
    assertThat(Experiments.figureNames()).doesNotHaveDuplicates();
  }

  @Test
  void every_budget_of_the_design_has_a_figure() {
    assertThat(Experiments.all().flatMap(experiment -> experiment.figures().stream()))
        .filteredOn(figure -> figure.budget().isPresent())
        .extracting(figure -> "%s %s".formatted(figure.name(), figure.budget().getAsDouble()))
        .containsExactly(
            "writes-1x1000 1.1",
            "writes-8x16 1.6",
            "writes-500x2 4.5",
            "writes-idle 0.0",
            "created-500x2 15.0",
            "ready-500x2 22.0",
            "cpu-500x2 8.0",
            "ten-pod-set 60.0",
            "created-10x100 1.3",
            "ready-10x100 1.15",
            "deleted-10x100 1.1",
            "breach-to-delete 300.0",
            "breach-burst-200-allowed 1.0",
            "webhook-p99 20.0",
            "rss-1000 256.0",
            "restart-writes-1000 0.0",
            "rss-10000 382.0",
            "restart-writes-10000 0.0",
            "growth-replicas 1.15",
            "growth-replace-replicas 1.5",
            "growth-sets 1.15",
            "growth-replace-sets 1.5",
            "rss-20000 522.0",
            "restart-writes-20000 0.0");
  }

  @Test
  void takes_all_experiments_when_no_figure_is_named() {
    assertThat(Experiments.measuring(List.of())).isEqualTo(Experiments.ALL);
  }

  @Test
  void takes_each_experiment_once_that_measures_a_figure() {
    List<Experiment> chosen = Experiments.measuring(List.of("ready-500x2", "writes-500x2"));

    assertThat(chosen).hasSize(1);
    assertThat(chosen.getFirst().figures()).extracting(Figure::name).contains("ready-500x2");
  }

  @Test
  void names_the_figures_there_are_when_one_is_unknown() {
    assertThatThrownBy(() -> Experiments.measuring(List.of("speed")))
        .hasMessageContainingAll("speed", "ready-500x2", "rss-10000");
  }
}
