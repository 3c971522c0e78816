package dev.coppice.app.configuration;

import dev.coppice.app.configuration.OperatorConfiguration.Concurrency;
import dev.coppice.app.configuration.OperatorConfiguration.LeaderElection;
import dev.coppice.app.configuration.OperatorConfiguration.Server;
import dev.coppice.app.configuration.OperatorConfiguration.WebhookEndpoint;
import dev.coppice.core.time.GoDuration;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the values of a configuration must be, beyond having the right type. */
final class ConfigurationRules {

  private static final int HIGHEST_PORT = 65_535;
  private static final String LEASES = "leases";

  private static final List<String> DENY_CODES = List.of("403", "404");

  private static final int LONGEST_DOMAIN = 253;
  private static final Pattern DOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)*");

  /** Who has to be able to delete pods whatever they belong to. */
  private static final Pattern HEALERS =
      Pattern.compile(
          "system:(apiserver|kube-controller-manager|node:.*|serviceaccount:kube-system:.*-controller|serviceaccount:kube-system:generic-garbage-collector)");

  private final List<FieldError> errors = new ArrayList<>();

  private ConfigurationRules() {}

  static List<FieldError> check(OperatorConfiguration configuration) {
    ConfigurationRules rules = new ConfigurationRules();
    if (configuration.leaderElection().enabled()) {
      rules.checkLeaderElection(configuration.leaderElection());
    }
    rules.checkServer(configuration.server());
    rules.checkWebhook(configuration.server().webhooks());
    rules.requirePositive("admission.maxCliques", configuration.admission().maxCliques());
    rules.requirePositive("admission.maxPods", configuration.admission().maxPods());
    rules.requirePositive("admission.maxSetBytes", configuration.admission().maxSetBytes());
    rules.checkControllers(configuration.controllers());
    rules.checkScheduler(configuration.scheduler());
    rules.requireText("startup.image", configuration.startup().image());
    rules.errors.addAll(StartupRules.check(configuration.startup().resources()));
    rules.requireDomain("clusterDomain", configuration.clusterDomain());
    rules.errors.addAll(MinRuntimeRules.check(configuration));
    rules.checkEvictionGuard(configuration.evictionGuard());
    Duration defaultDelay = configuration.gangTermination().defaultDelay();
    if (defaultDelay != null) {
      rules.requirePositive("gangTermination.defaultDelay", defaultDelay);
    }
    return rules.errors;
  }

  private void checkEvictionGuard(EvictionGuardConfiguration guard) {
    if (!DENY_CODES.contains(String.valueOf(guard.denyCode()))) {
      errors.add(FieldError.notSupported("evictionGuard.denyCode", guard.denyCode(), DENY_CODES));
    }
    for (int i = 0; i < guard.schedulerUsers().size(); i++) {
      String path = "evictionGuard.schedulerUsers[%d]".formatted(i);
      String user = guard.schedulerUsers().get(i);
      if (requireText(path, user) && HEALERS.matcher(user).matches()) {
        errors.add(FieldError.forbidden(path, "%s keeps the cluster running".formatted(user)));
      }
    }
  }

  private void checkLeaderElection(LeaderElection election) {
    requirePositive("leaderElection.leaseDuration", election.leaseDuration());
    requirePositive("leaderElection.renewDeadline", election.renewDeadline());
    requirePositive("leaderElection.retryPeriod", election.retryPeriod());
    if (Stream.of(election.leaseDuration(), election.renewDeadline(), election.retryPeriod())
        .allMatch(Duration::isPositive)) {
      checkProportions(election);
    }
    if (requireText("leaderElection.resourceLock", election.resourceLock())
        && !election.resourceLock().equals(LEASES)) {
      errors.add(
          FieldError.notSupported(
              "leaderElection.resourceLock", election.resourceLock(), List.of(LEASES)));
    }
    requireText("leaderElection.resourceName", election.resourceName());
  }

  private void checkProportions(LeaderElection election) {
    if (election.leaseDuration().toNanosPart() != 0) {
      errors.add(
          invalid(
              "leaderElection.leaseDuration",
              election.leaseDuration(),
              "must be whole seconds: a Lease stores no fractions"));
    }
    if (election.leaseDuration().compareTo(election.renewDeadline()) <= 0) {
      errors.add(
          invalid(
              "leaderElection.leaseDuration",
              election.leaseDuration(),
              "must be greater than renewDeadline (%s)"
                  .formatted(GoDuration.format(election.renewDeadline()))));
    }
    // Pauses vary between 1 and 2.2 times the period: at least one try must fit before the
    // deadline.
    Duration longestPause = election.retryPeriod().multipliedBy(22).dividedBy(10).plusMillis(1);
    if (election.renewDeadline().compareTo(longestPause) <= 0) {
      errors.add(
          invalid(
              "leaderElection.renewDeadline",
              election.renewDeadline(),
              "must be greater than 2.2 times retryPeriod (%s)"
                  .formatted(GoDuration.format(election.retryPeriod()))));
    }
  }

  private void checkServer(Server server) {
    requirePort("server.webhooks.port", server.webhooks().port());
    requirePort("server.healthProbes.port", server.healthProbes().port());
    requirePort("server.metrics.port", server.metrics().port());
  }

  private void checkWebhook(WebhookEndpoint webhook) {
    requireText("server.webhooks.serviceName", webhook.serviceName());
    requireText("server.webhooks.secretName", webhook.secretName());
    if (!webhook.url().isEmpty() && !isBaseUrl(webhook.url())) {
      errors.add(
          FieldError.invalid(
              "server.webhooks.url", webhook.url(), "must be https, host and port, and no more"));
    }
  }

  /** The API server takes no other scheme, and the paths are ours. */
  private static boolean isBaseUrl(String url) {
    try {
      URI uri = new URI(url);
      return "https".equals(uri.getScheme())
          && uri.getHost() != null
          && uri.getUserInfo() == null
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null
          && (uri.getPath().isEmpty() || uri.getPath().equals("/"));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private void checkControllers(OperatorConfiguration.Controllers controllers) {
    requirePositive("controllers.podCliqueSet", controllers.podCliqueSet());
    requirePositive("controllers.podClique", controllers.podClique());
    requirePositive("controllers.podCliqueScalingGroup", controllers.podCliqueScalingGroup());
  }

  private void checkScheduler(SchedulerConfiguration scheduler) {
    Set<String> seen = new HashSet<>();
    for (int index = 0; index < scheduler.profiles().size(); index++) {
      String path = "scheduler.profiles[%d]".formatted(index);
      SchedulerConfiguration.Profile profile = scheduler.profiles().get(index);
      checkProfile(path, profile);
      if (!profile.name().isBlank() && !seen.add(profile.name())) {
        errors.add(FieldError.duplicate(path + ".name", profile.name()));
      }
    }
    if (!seen.contains(scheduler.defaultProfileName())) {
      errors.add(
          FieldError.invalid(
              "scheduler.defaultProfileName",
              scheduler.defaultProfileName(),
              "must be the name of a configured profile"));
    }
  }

  private void checkProfile(String path, SchedulerConfiguration.Profile profile) {
    if (requireText(path + ".name", profile.name())
        && !SchedulerConfiguration.SUPPORTED_NAMES.contains(profile.name())) {
      errors.add(
          FieldError.notSupported(
              path + ".name", profile.name(), SchedulerConfiguration.SUPPORTED_NAMES));
    }
    if (profile.config().gangScheduling()
        && !profile.name().equals(SchedulerConfiguration.DEFAULT_SCHEDULER)) {
      errors.add(
          FieldError.forbidden(
              path + ".config.gangScheduling",
              "only %s can be told to schedule gangs"
                  .formatted(SchedulerConfiguration.DEFAULT_SCHEDULER)));
    }
  }

  private boolean requireText(String path, String value) {
    if (value.isBlank()) {
      errors.add(FieldError.required(path, "must not be empty"));
    }
    return !value.isBlank();
  }

  private void requireDomain(String path, String value) {
    if (value.length() > LONGEST_DOMAIN || !DOMAIN.matcher(value).matches()) {
      errors.add(
          FieldError.invalid(
              path,
              value,
              "must be a DNS subdomain: lower-case letters, digits, '-' and '.', at most %d characters"
                  .formatted(LONGEST_DOMAIN)));
    }
  }

  private void requirePositive(String path, Duration value) {
    if (!value.isPositive()) {
      errors.add(invalid(path, value, "must be greater than 0"));
    }
  }

  private void requirePositive(String path, Concurrency value) {
    requirePositive(path + ".concurrentSyncs", value.concurrentSyncs());
  }

  private void requirePositive(String path, int value) {
    if (value <= 0) {
      errors.add(FieldError.invalid(path, value, "must be greater than 0"));
    }
  }

  private void requirePort(String path, int port) {
    if (port < 0 || port > HIGHEST_PORT) {
      errors.add(
          FieldError.invalid(path, port, "must be between 0 and %d".formatted(HIGHEST_PORT)));
    }
  }

  private static FieldError invalid(String path, Duration value, String detail) {
    return FieldError.invalid(path, GoDuration.format(value), detail);
  }
}
