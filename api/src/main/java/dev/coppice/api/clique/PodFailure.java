package dev.coppice.api.clique;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Timestamp;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * A pod index whose pods ended although they should run. The first replacement comes at once, later
 * ones wait 10 seconds, doubling up to 5 minutes. The entry goes when the index has been Ready for
 * 10 minutes.
 *
 * @param index the pod index
 * @param count how many pods ended at this index since it was last well
 * @param lastFailureTime when the operator saw the last of them ended
 * @param podUid the last of them, so that no pod is counted twice
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodFailure(int index, int count, @Timestamp Instant lastFailureTime, String podUid) {}
