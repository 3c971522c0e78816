package dev.coppice.api.topology;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The levels of which pods share one domain.
 *
 * @param required the level of which the pods must share one domain; without such a place nothing
 *     is scheduled
 * @param preferred the level of which the pods should share one domain
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Pack(@Nullable String required, @Nullable String preferred) {}
