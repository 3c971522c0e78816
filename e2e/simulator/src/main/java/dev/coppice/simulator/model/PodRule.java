package dev.coppice.simulator.model;

import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Trial;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which pods the API server does not take, neither when they are created nor when tried. */
public final class PodRule {

  private Function<Pod, Trial.@Nullable Refused> why = _ -> null;

  PodRule() {}

  /**
   * Takes no more of some pods from now on.
   *
   * @param reason tells why; null where a pod is taken
   */
  public void refuse(Function<Pod, Trial.@Nullable Refused> reason) {
    why = reason;
  }

  /** Why a pod is not taken. */
  public Optional<Trial.Refused> refusal(HasMetadata object) {
    return object instanceof Pod pod ? Optional.ofNullable(why.apply(pod)) : Optional.empty();
  }

  Optional<Outcome> created(HasMetadata object) {
    return refusal(object).map(refused -> new Outcome.Refused(422, refused.message()));
  }

  Outcome tried(HasMetadata object) {
    return new Outcome.Tried(
        refusal(object).<Trial>map(refused -> refused).orElseGet(Trial.Accepted::new));
  }
}
