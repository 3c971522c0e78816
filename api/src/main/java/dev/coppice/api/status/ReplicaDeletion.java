package dev.coppice.api.status;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import dev.coppice.api.json.Timestamp;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A copy that was deleted as a whole to be made again. It is written before the first delete, so
 * that whatever happens then, exactly these PodCliques go and come back.
 *
 * @param replicaIndex index of the copy
 * @param cause why: MinAvailableBreached, or TemplateChanged for a copy that an update replaces
 * @param clique the PodClique or PodCliqueScalingGroup that had too few, or was outdated
 * @param ready how many Ready pods the PodClique had, or how many available copies the group
 * @param minAvailable how many it needed
 * @param since when it had too few
 * @param startedAt when the deletion was decided
 * @param goneAt when the last of the PodCliques was gone; nothing of the copy is made before
 * @param completedAt when all of it was made again
 * @param podCliques the PodCliques that are deleted; left out once all is done
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ReplicaDeletion(
    int replicaIndex,
    @JsonInclude(JsonInclude.Include.ALWAYS) String cause,
    @Nullable String clique,
    int ready,
    int minAvailable,
    @Timestamp @Nullable Instant since,
    @Timestamp Instant startedAt,
    @Timestamp @Nullable Instant goneAt,
    @Timestamp @Nullable Instant completedAt,
    List<DeletedPodClique> podCliques) {

  /** The cause of a copy that had too few Ready pods for too long. */
  public static final String MIN_AVAILABLE_BREACHED = "MinAvailableBreached";

  /** The cause of a copy that an update replaces. */
  public static final String TEMPLATE_CHANGED = "TemplateChanged";

  /** Turns absent collections into empty ones, and empty texts into absent ones. */
  public ReplicaDeletion {
    podCliques = Copies.of(podCliques);
    clique = Copies.of(clique);
  }

  /** Whether the copy has yet to be made again. */
  public boolean open() {
    return completedAt == null;
  }

  /** Whether PodCliques of it may still be there, so that nothing of the copy may be made. */
  public boolean deleting() {
    return open() && goneAt == null;
  }
}
