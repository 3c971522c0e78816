package dev.coppice.app.configuration;

import java.util.List;

/**
 * A usable configuration.
 *
 * @param warnings one line for each key that was accepted and does nothing
 */
public record LoadedConfiguration(OperatorConfiguration configuration, List<String> warnings) {
  public LoadedConfiguration {
    warnings = List.copyOf(warnings);
  }
}
