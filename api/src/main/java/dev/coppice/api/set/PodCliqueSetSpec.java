package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What a set consists of.
 *
 * @param replicas how many identical copies of the whole workload there shall be
 * @param updateStrategy how running pods come to a changed template; RollingRecreate when absent
 * @param template what each copy consists of
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodCliqueSetSpec(
    @Default("0") @Min(0) int replicas,
    @Nullable UpdateStrategy updateStrategy,
    PodCliqueSetTemplate template) {}
