package dev.coppice.api.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.coppice.api.json.TrueWhenAbsent;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The headless Service of each copy of the workload.
 *
 * @param publishNotReadyAddresses whether pods have their name in DNS before they are Ready, as
 *     roles need that find each other while they start
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record HeadlessServiceConfig(
    @JsonDeserialize(using = TrueWhenAbsent.class)
        @RecordBuilder.Initializer("PUBLISH_BY_DEFAULT")
        @Default("true")
        @Required
        boolean publishNotReadyAddresses) {

  /** Whether not-ready pods are published when nothing is said. */
  public static final boolean PUBLISH_BY_DEFAULT = true;
}
