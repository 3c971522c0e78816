package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.generator.annotation.Default;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * How running pods come to a changed template.
 *
 * @param type RollingRecreate replaces one copy of the workload after the other; OnDelete leaves
 *     running pods alone until someone deletes them
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record UpdateStrategy(@Default("RollingRecreate") @Nullable UpdateStrategyType type) {}
