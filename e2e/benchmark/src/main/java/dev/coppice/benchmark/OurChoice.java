package dev.coppice.benchmark;

import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.OperatorProcessBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How our operator is to be started.
 *
 * @param jvmFlags further flags of its JVM
 * @param aotCache whether its JVM starts from an AOT cache, if there is one
 * @param configuration values of its configuration file by their keys, in YAML
 */
record OurChoice(List<String> jvmFlags, boolean aotCache, Map<String, String> configuration) {

  OurChoice {
    jvmFlags = List.copyOf(jvmFlags);
    configuration = Collections.unmodifiableMap(new TreeMap<>(configuration));
  }

  OperatorProcessBuilder operator(Path directory, Path kubeconfig) {
    OperatorProcessBuilder builder =
        OperatorProcess.in(directory, kubeconfig).jvmFlags(jvmFlags.toArray(String[]::new));
    configuration.forEach(
        (key, value) -> builder.configure(key, Serialization.unmarshal(value, Object.class)));
    return aotCache ? builder : builder.withoutArchive();
  }
}
