package dev.coppice.core.admission.protection;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.protection.ProtectedWrite.Operation;
import dev.coppice.core.admission.rule.AdmissionLookup;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.status.Words;
import java.util.Optional;

/**
 * Keeps what the operator made as the operator made it: others change the PodCliqueSet. What it
 * cannot place is let through, with a word about it, and so is everything that is on its way out.
 */
public final class Protection {

  private static final Verdict ALLOW = new Verdict.Allow();

  private final TrustedUsers trusted;
  private final AdmissionLookup lookup;

  /**
   * The protection of one cluster.
   *
   * @param trusted those who may change everything, the operator among them
   * @param lookup finds the sets
   */
  public Protection(TrustedUsers trusted, AdmissionLookup lookup) {
    this.trusted = trusted;
    this.lookup = lookup;
  }

  /** Whether a write may happen. */
  public Verdict judge(ProtectedWrite write) {
    if (write.operation() == Operation.CONNECT
        || write.metadata().getDeletionTimestamp() != null
        || trusted.include(write.user(), write.groups())) {
      return ALLOW;
    }
    String setName = Omitted.orEmpty(write.metadata().getLabels()).get(Labels.PART_OF);
    if (setName == null) {
      return new Verdict.AllowWithWarning(
          Words.sentence(
              "the %s bears no label %s, so it is not known to which PodCliqueSet it belongs",
              write.kind(), Labels.PART_OF));
    }
    Optional<PodCliqueSet> set = lookup.podCliqueSet(write.namespace(), setName);
    if (set.isEmpty()) {
      return new Verdict.AllowWithWarning(
          Words.sentence(
              "the PodCliqueSet %s to which the %s belongs does not exist", setName, write.kind()));
    }
    return isUnprotected(set.get()) || isPodDeletion(write) ? ALLOW : deny(write, setName);
  }

  private static boolean isUnprotected(PodCliqueSet set) {
    return "true"
        .equals(
            Omitted.orEmpty(set.getMetadata().getAnnotations())
                .get(Annotations.DISABLE_PROTECTION));
  }

  // Whoever deletes a pod wants a new one, and gets it.
  private static boolean isPodDeletion(ProtectedWrite write) {
    return write.operation() == Operation.DELETE && write.kind().equals("Pod");
  }

  private static Verdict deny(ProtectedWrite write, String setName) {
    return new Verdict.Deny(
        Words.sentence(
            "%s may not %s this %s: it is managed by the operator for PodCliqueSet %s; change the set, or annotate it with %s=true",
            write.user(),
            switch (write.operation()) {
              case CREATE -> "create";
              case UPDATE -> "update";
              case DELETE -> "delete";
              case CONNECT -> "connect to";
            },
            write.kind(),
            setName,
            Annotations.DISABLE_PROTECTION));
  }
}
