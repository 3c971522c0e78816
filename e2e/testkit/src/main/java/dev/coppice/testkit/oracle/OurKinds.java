package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import java.util.Set;

/** The kinds whose every field is the operator's affair. */
final class OurKinds {

  static final String POD_CLIQUE_SET = "PodCliqueSet";
  static final String SCALING_GROUP = "PodCliqueScalingGroup";
  static final String POD_CLIQUE = "PodClique";
  static final String POD_GANG = "PodGang";

  private static final Set<String> ALL =
      Set.of(POD_CLIQUE_SET, SCALING_GROUP, POD_CLIQUE, POD_GANG);

  private OurKinds() {}

  static boolean has(RecordedEvent event) {
    return ALL.contains(event.kind());
  }
}
