package dev.coppice.testkit.simulator;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.clique.PodCliqueUpdateProgressBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgressBuilder;
import dev.coppice.core.model.ClusterModel;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Purpose;
import dev.coppice.testkit.simulator.rule.PodFacts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Updates of PodCliques and groups, of which only the report counts here: that one runs. */
final class Updates {

  private static final Purpose WRITE = Purpose.unannounced("ERR_UPDATE", "updated", "progress");

  private final ClusterModel cluster;

  Updates(ClusterModel cluster) {
    this.cluster = cluster;
  }

  /** The PodCliques and groups of which an update runs, or those of which none does. */
  List<HasMetadata> candidates(boolean running) {
    return Stream.<HasMetadata>concat(
            cluster.all(PodClique.class).filter(clique -> clique.getStatus() != null),
            cluster.all(PodCliqueScalingGroup.class).filter(group -> group.getStatus() != null))
        .filter(object -> PodFacts.isUpdating(object) == running)
        .toList();
  }

  /** Begins or ends an update. */
  void report(HasMetadata object, boolean running) {
    Instant now = cluster.clock().instant().truncatedTo(ChronoUnit.SECONDS);
    cluster.apply(new Action.PutStatus(reported(object, now, running ? null : now), false, WRITE));
  }

  private static HasMetadata reported(HasMetadata object, Instant start, @Nullable Instant end) {
    return switch (object) {
      case PodClique clique -> {
        PodClique written = new PodClique();
        written.setMetadata(clique.getMetadata());
        written.setSpec(clique.getSpec());
        written.setStatus(
            PodCliqueStatusBuilder.builder(clique.statusOrEmpty())
                .updateProgress(
                    PodCliqueUpdateProgressBuilder.builder()
                        .updateStartedAt(start)
                        .updateEndedAt(end)
                        .podCliqueSetGenerationHash("next")
                        .podTemplateHash("next")
                        .build())
                .build());
        yield written;
      }
      case PodCliqueScalingGroup group -> {
        PodCliqueScalingGroup written = new PodCliqueScalingGroup();
        written.setMetadata(group.getMetadata());
        written.setSpec(group.getSpec());
        written.setStatus(
            PodCliqueScalingGroupStatusBuilder.builder(group.statusOrEmpty())
                .updateProgress(
                    PodCliqueScalingGroupUpdateProgressBuilder.builder()
                        .updateStartedAt(start)
                        .updateEndedAt(end)
                        .podCliqueSetGenerationHash("next")
                        .build())
                .build());
        yield written;
      }
      default -> throw new IllegalArgumentException(object.getKind());
    };
  }
}
