package dev.coppice.core.pod;

import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.quantity.BoundedQuantity;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says where the amounts are configured for which a LimitRange refuses a pod. It names no
 * container, and users do not find in their templates what the operator added.
 */
public final class StartupRefusal {

  /** Such as {@code minimum cpu usage per Container is 100m, but request is 10m}. */
  private static final Pattern BOUND =
      Pattern.compile(
          "(?:minimum|maximum) (\\S{1,253}) usage per Container is [^\\s,]{1,64}, but (request|limit) is ([0-9A-Za-z.+-]{1,64})");

  private StartupRefusal() {}

  /**
   * The words of a refusal, with the configuration keys of the init container if what it asks for
   * is what they quote.
   *
   * @param refusal the API server's words about a pod of the clique
   */
  public static String explained(String refusal, PodClique clique, StartupSettings settings) {
    return StartupOrder.hasParents(clique) ? explained(refusal, settings) : refusal;
  }

  /** The same about a pod that was tried. */
  public static String explained(String refusal, Pod tried, StartupSettings settings) {
    return Omitted.orEmpty(tried.getSpec().getInitContainers()).stream()
            .anyMatch(container -> Names.STARTUP_CONTAINER.equals(container.getName()))
        ? explained(refusal, settings)
        : refusal;
  }

  private static String explained(String refusal, StartupSettings settings) {
    String keys =
        BOUND
            .matcher(refusal)
            .results()
            .flatMap(bound -> key(bound, settings).stream())
            .distinct()
            .collect(Collectors.joining(" and "));
    return keys.isEmpty()
        ? refusal
        : "%s; the operator's init container %s asks for that much: see %s in the configuration of the operator"
            .formatted(refusal, Names.STARTUP_CONTAINER, keys);
  }

  private static Optional<String> key(MatchResult bound, StartupSettings settings) {
    boolean isRequest = bound.group(2).equals("request");
    Map<String, Quantity> amounts = isRequest ? settings.requests() : settings.limits();
    return isSame(amounts.get(bound.group(1)), bound.group(3))
        ? Optional.of(
            "startup.resources.%s.%s".formatted(isRequest ? "requests" : "limits", bound.group(1)))
        : Optional.empty();
  }

  private static boolean isSame(@Nullable Quantity asked, String told) {
    return asked != null && BoundedQuantity.of(asked).equals(BoundedQuantity.parse(told));
  }
}
