package dev.coppice.api.status;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Timestamp;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * A failure of the operator's last pass over the object. The list is empty again after a pass
 * without failures.
 *
 * @param code what failed, as a stable code such as ERR_CREATE_POD
 * @param description what the API server answered, in words that stay the same from try to try
 * @param observedAt when this code was first seen in these words
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record LastError(
    @JsonInclude(JsonInclude.Include.ALWAYS) String code,
    @JsonInclude(JsonInclude.Include.ALWAYS) String description,
    @Timestamp Instant observedAt) {}
