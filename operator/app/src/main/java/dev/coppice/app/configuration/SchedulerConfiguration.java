package dev.coppice.app.configuration;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The schedulers that workloads may name. The stock scheduler is always among them, and is the
 * default unless another one is named.
 */
public record SchedulerConfiguration(List<Profile> profiles, String defaultProfileName) {

  /** Name of the stock scheduler's profile. */
  public static final String DEFAULT_SCHEDULER = "default-scheduler";

  /** Names that have a back-end. */
  public static final List<String> SUPPORTED_NAMES =
      List.of(DEFAULT_SCHEDULER, "kai-scheduler", "lpx-scheduler", "volcano");

  /** Adds what is always there; a default without any profile has nothing to refer to. */
  public SchedulerConfiguration {
    boolean noneListed = profiles.isEmpty();
    profiles = withDefaultScheduler(profiles);
    defaultProfileName =
        noneListed || defaultProfileName.isBlank() ? DEFAULT_SCHEDULER : defaultProfileName;
  }

  /** Whether the stock scheduler is to be told of gangs. */
  public boolean isNativeGangsWanted() {
    return profiles.stream()
        .anyMatch(profile ->
            profile.name().equals(DEFAULT_SCHEDULER) && profile.config().gangScheduling());
  }

  /** Whether there is a profile of that name. */
  public boolean hasProfile(String name) {
    return profiles.stream().anyMatch(profile -> profile.name().equals(name));
  }

  private static List<Profile> withDefaultScheduler(List<Profile> profiles) {
    boolean listed =
        profiles.stream().anyMatch(profile -> profile.name().equals(DEFAULT_SCHEDULER));
    return listed
        ? List.copyOf(profiles)
        : Stream.concat(profiles.stream(), Stream.of(new Profile(DEFAULT_SCHEDULER, null)))
            .toList();
  }

  /** One scheduler; its name is what pods carry as {@code schedulerName}. */
  public record Profile(String name, Settings config) {
    public Profile(@Nullable String name, @Nullable Settings config) {
      this.name = name == null ? "" : name;
      this.config = config == null ? new Settings(false) : config;
    }
  }

  /**
   * What can be said about a scheduler.
   *
   * @param gangScheduling of the stock scheduler: whether gangs become PodGroups of its own
   */
  public record Settings(boolean gangScheduling) {}
}
