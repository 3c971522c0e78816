package dev.coppice.simulator;

import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueScalingGroupConfigBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpec;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.set.PodCliqueTemplateBuilder;
import dev.coppice.api.set.UpdateStrategy;
import dev.coppice.api.set.UpdateStrategyType;
import dev.coppice.simulator.rule.TemplateContent;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a user changes in the template of a set; always something that admission lets pass. */
final class SetEdits {

  // So few that one comes back that was left before all pods had it.
  private static final int TEMPLATES = 3;

  private SetEdits() {}

  /** With another delay. Without one of the set, no group may have one either. */
  static UnaryOperator<PodCliqueSet> delay(int detail) {
    String delay = Delays.choose(detail);
    return template(old ->
        PodCliqueSetTemplateBuilder.builder(old)
            .terminationDelay(delay)
            .podCliqueScalingGroups(
                delay == null
                    ? old.podCliqueScalingGroups().stream()
                        .map(group -> withDelay(group, null))
                        .toList()
                    : old.podCliqueScalingGroups())
            .build());
  }

  /** With another delay of one group. */
  static UnaryOperator<PodCliqueSet> groupDelay(int detail) {
    return template(old -> {
      List<PodCliqueScalingGroupConfig> groups = new ArrayList<>(old.podCliqueScalingGroups());
      int which = detail % groups.size();
      groups.set(which, withDelay(groups.get(which), Delays.choose(detail / groups.size())));
      return PodCliqueSetTemplateBuilder.builder(old).podCliqueScalingGroups(groups).build();
    });
  }

  /** With other pods of one clique. */
  static UnaryOperator<PodCliqueSet> pods(int detail) {
    int version = detail % TEMPLATES;
    return image(detail, Integer.toString(version), "i" + version);
  }

  /** With pods of one clique that have an image. */
  static UnaryOperator<PodCliqueSet> mistake(int detail, String image) {
    return image(detail, image, image);
  }

  private static UnaryOperator<PodCliqueSet> image(int detail, String edit, String image) {
    return template(old -> {
      List<PodCliqueTemplate> cliques = new ArrayList<>(old.cliques());
      int which = detail % cliques.size();
      cliques.set(
          which,
          PodCliqueTemplateBuilder.builder(cliques.get(which))
              .annotations(Map.of(TemplateContent.EDIT, edit))
              .spec(withImage(cliques.get(which).spec(), image))
              .build());
      return PodCliqueSetTemplateBuilder.builder(old).cliques(cliques).build();
    });
  }

  private static PodCliqueSpec withImage(PodCliqueSpec spec, String image) {
    return PodCliqueSpecBuilder.builder(spec)
        .podSpec(
            new PodSpecBuilder(spec.podSpec())
                .editFirstContainer()
                .withImage(image)
                .endContainer()
                .build())
        .build();
  }

  /** With another update strategy, three of four times the default. */
  static UnaryOperator<PodCliqueSet> strategy(int detail) {
    UpdateStrategyType type =
        detail % 4 == 0 ? UpdateStrategyType.ON_DELETE : UpdateStrategyType.ROLLING_RECREATE;
    return spec(old ->
        PodCliqueSetSpecBuilder.builder(old)
            .updateStrategy(new UpdateStrategy(type))
            .template(
                type == UpdateStrategyType.ON_DELETE
                    ? withoutRollingUpdates(old.template())
                    : old.template())
            .build());
  }

  // Nothing is said about rolling where nothing rolls.
  private static PodCliqueSetTemplate withoutRollingUpdates(PodCliqueSetTemplate template) {
    return PodCliqueSetTemplateBuilder.builder(template)
        .cliques(
            template.cliques().stream()
                .map(clique -> PodCliqueTemplateBuilder.builder(clique).rollingUpdate(null).build())
                .toList())
        .podCliqueScalingGroups(
            template.podCliqueScalingGroups().stream()
                .map(group ->
                    PodCliqueScalingGroupConfigBuilder.builder(group).rollingUpdate(null).build())
                .toList())
        .build();
  }

  private static PodCliqueScalingGroupConfig withDelay(
      PodCliqueScalingGroupConfig group, @Nullable String delay) {
    return PodCliqueScalingGroupConfigBuilder.builder(group).terminationDelay(delay).build();
  }

  private static UnaryOperator<PodCliqueSet> template(UnaryOperator<PodCliqueSetTemplate> change) {
    return spec(
        old -> PodCliqueSetSpecBuilder.builder(old).template(change.apply(old.template())).build());
  }

  private static UnaryOperator<PodCliqueSet> spec(UnaryOperator<PodCliqueSetSpec> change) {
    return set -> {
      return set.withSpec(change.apply(set.getSpec()));
    };
  }
}
