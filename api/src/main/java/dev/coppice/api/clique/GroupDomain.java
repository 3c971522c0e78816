package dev.coppice.api.clique;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.api.json.Copies;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/**
 * Where a group of pods is that has a domain of nodes for itself; on the PodClique of its leader.
 *
 * @param epoch how often the group has begun to look for a domain since it was first placed; pods
 *     of an earlier epoch are made again
 * @param domain the value of the node label that its nodes share; absent while the group has none
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record GroupDomain(@Default("0") @Required int epoch, @Nullable String domain) {

  /** Turns empty texts into absent ones, as JSON does. */
  public GroupDomain {
    domain = Copies.of(domain);
  }

  /** That of a group of which nothing has been recorded. */
  public static final GroupDomain NONE = new GroupDomain(0, null);
}
