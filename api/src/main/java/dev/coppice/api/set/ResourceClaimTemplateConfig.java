package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplateSpec;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A template of a ResourceClaim.
 *
 * @param name name by which resourceSharing refers to it
 * @param templateSpec metadata and specification of the claims made from it
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ResourceClaimTemplateConfig(String name, ResourceClaimTemplateSpec templateSpec) {}
