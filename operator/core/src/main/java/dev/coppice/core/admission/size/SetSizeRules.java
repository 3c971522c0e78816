package dev.coppice.core.admission.size;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Breach;
import dev.coppice.core.admission.rule.RatchetedRule;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.object.ReadKeys;
import dev.coppice.core.status.Words;
import java.util.stream.Stream;

/**
 * How many bytes a set may have, and all that is made of its templates. Every process that watches
 * sets holds the former, the API server stores the latter.
 */
public final class SetSizeRules implements RatchetedRule<PodCliqueSet> {

  /** How many bytes the templates of all PodCliques, and the metadata of all PodGangs, may have. */
  public static final long MAX_CHILDREN_BYTES = 64L << 20;

  private static final FieldPath SPEC = FieldPath.of("spec");

  private final int maxSetBytes;
  private final int mostPods;

  /**
   * The rules of one cluster.
   *
   * @param settings what an administrator decides about them
   */
  public SetSizeRules(AdmissionSettings settings) {
    this.maxSetBytes = settings.maxSetBytes();
    this.mostPods = settings.maxStoredPods();
  }

  @Override
  public Stream<Breach> breaches(PodCliqueSet set) {
    return Stream.concat(ofSet(set), ofChildren(set));
  }

  // Of numbers that have no bound something else is told.
  private Stream<Breach> ofChildren(PodCliqueSet set) {
    long bytes =
        PodCount.of(set) > mostPods ? 0 : SetBytes.ofChildren(set, set.getSpec().replicas());
    return bytes <= MAX_CHILDREN_BYTES
        ? Stream.empty()
        : Stream.of(
            new Breach(
                "bytes of children",
                bytes,
                new Violation(SPEC, Violation.Type.TOO_LONG, null, tooLarge(bytes))));
  }

  private Stream<Breach> ofSet(PodCliqueSet set) {
    long metadata = SetBytes.ofMetadata(set);
    long spec = SetBytes.ofSpec(set);
    long bytes = metadata + spec;
    return bytes <= maxSetBytes
        ? Stream.empty()
        : Stream.of(
            new Breach(
                "bytes of the set",
                bytes,
                new Violation(
                    metadata > spec ? Paths.METADATA : SPEC,
                    Violation.Type.TOO_LONG,
                    null,
                    Words.sentence(
                        "the set has %d bytes of JSON (metadata %d%s, spec %d); at most %d are allowed",
                        bytes, metadata, copy(set), spec, maxSetBytes))));
  }

  // Who applies has sent half of it, and cannot know where the other half comes from.
  private static String copy(PodCliqueSet set) {
    return !Omitted.orEmpty(set.getMetadata().getAnnotations()).containsKey(ReadKeys.LAST_APPLIED)
        ? ""
        : " with the copy that kubectl apply keeps there, and kubectl apply --server-side does not";
  }

  /** What is wrong with so many bytes of children. */
  public static String tooLarge(long bytes) {
    return Words.sentence(
        "the templates of all its PodCliques, with what its PodGangs carry of its metadata, would have %d bytes; at most %d are allowed",
        bytes, MAX_CHILDREN_BYTES);
  }
}
