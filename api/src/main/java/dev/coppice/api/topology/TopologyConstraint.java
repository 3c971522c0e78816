package dev.coppice.api.topology;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * How close to each other pods must or should be placed.
 *
 * @param topologyName name of the ClusterTopologyBinding whose levels are meant; that of the level
 *     above when absent
 * @param pack the levels of which the pods share one domain
 * @param packDomain former name of pack.required; refused in new workloads
 */
@RecordBuilder
@ValidationRule(
    value = "has(self.pack) || has(self.packDomain)",
    message = "topologyConstraint must specify pack or deprecated packDomain",
    reason = "FieldValueRequired",
    fieldPath = ".pack")
@ValidationRule(
    value = "!has(self.packDomain) || !has(self.pack) || !has(self.pack.required)",
    message = "must not set both pack.required and deprecated packDomain",
    reason = "FieldValueInvalid",
    fieldPath = ".pack.required")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record TopologyConstraint(
    @Nullable String topologyName,
    @Nullable Pack pack,
    @Size(min = 1, max = 63) @Pattern(Domains.NAME) @Nullable String packDomain) {}
