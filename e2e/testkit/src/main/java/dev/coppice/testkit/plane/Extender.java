package dev.coppice.testkit.plane;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whom a scheduler asks before it evicts.
 *
 * @param urlPrefix what stands before the verb
 * @param authority of the certificate that is shown there, as PEM
 * @param ignorable whether the scheduler evicts without an answer
 */
public record Extender(String urlPrefix, String authority, boolean ignorable) {

  /** The same, which the scheduler does without where it gets no answer. */
  public Extender ignoredWhileSilent() {
    return new Extender(urlPrefix, authority, true);
  }

  /**
   * An entry of {@code extenders} of a {@code KubeSchedulerConfiguration}.
   *
   * @param authorityFile where the scheduler finds the authority
   */
  Map<String, Object> configuration(Path authorityFile) {
    Map<String, Object> extender = new LinkedHashMap<>();
    extender.put("urlPrefix", urlPrefix);
    extender.put("preemptVerb", "preempt");
    extender.put("enableHTTPS", true);
    extender.put("tlsConfig", Map.of("caFile", authorityFile.toString()));
    extender.put("httpTimeout", "5s");
    extender.put("nodeCacheCapable", true);
    extender.put("ignorable", ignorable);
    return extender;
  }
}
