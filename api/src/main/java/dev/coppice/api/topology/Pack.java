package dev.coppice.api.topology;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
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
@ValidationRule(
    value = "has(self.required) || has(self.preferred)",
    message = "pack must specify at least one of required or preferred",
    reason = "FieldValueRequired")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Pack(
    @Size(min = 1, max = 63) @Pattern(Domains.NAME) @Nullable String required,
    @Size(min = 1, max = 63) @Pattern(Domains.NAME) @Nullable String preferred) {}
