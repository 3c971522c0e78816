package dev.coppice.api.gang;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The node labels of which all pods must or should find one and the same value.
 *
 * @param required key of the node label that must be the same; without such a place nothing is
 *     scheduled
 * @param preferred key of the node label that should be the same, narrower than required
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PackConstraint(@Nullable String required, @Nullable String preferred) {}
