package dev.coppice.core.admission.pod;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.object.Omitted;
import io.fabric8.kubernetes.api.model.PodSpec;
import org.jspecify.annotations.Nullable;

/**
 * When the kubelet starts containers again. Pods of a training job have to come to an end; in any
 * other set a pod that has come to one is replaced, which is not what its policy suggests. Init
 * containers that run beside the others end with the pod, whatever theirs.
 */
public final class RestartPolicyRules {

  private static final String FIELD = "restartPolicy";
  private static final String ALWAYS = "Always";
  private static final String ON_FAILURE = "OnFailure";

  private RestartPolicyRules() {}

  public static void check(PodCliqueSet set, Findings.Collector found) {
    boolean training = set.getSpec().trains();
    boolean endless = set.getSpec().trainingOrDefaults().maxRuntime() == null;
    Parts.forEachClique(
        set,
        (path, clique) -> {
          FieldPath at = Paths.podSpec(path);
          PodSpec pod = clique.spec().podSpec();
          if (training) {
            ends(at.child(FIELD), pod.getRestartPolicy(), endless, found);
            Parts.forEach(
                at.child("containers"),
                Omitted.orEmpty(pod.getContainers()),
                (container, spec) -> {
                  if (spec != null) {
                    ends(container.child(FIELD), spec.getRestartPolicy(), endless, found);
                  }
                });
          } else if (!ALWAYS.equals(pod.getRestartPolicy())) {
            found.warn(
                at.child(FIELD),
                "a pod whose containers have all ended is replaced, whatever the policy");
          }
        });
  }

  private static void ends(
      FieldPath path, @Nullable String policy, boolean endless, Findings.Collector found) {
    if (ALWAYS.equals(policy)) {
      found.invalid(path, policy, "a pod of a training job has to end, and such a one never does");
    } else if (endless && ON_FAILURE.equals(policy)) {
      found.warn(
          path,
          "what fails again and again is started again for ever, and is no failure of the job; spec.trainingSpec.maxRuntime ends it");
    }
  }
}
