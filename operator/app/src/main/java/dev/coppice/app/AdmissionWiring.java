package dev.coppice.app;

import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.app.configuration.OperatorConfiguration.LeaderWorkerSetWords;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.scheduler.SchedulerBackends;

/** Puts together what the rules are given: the same for the webhook and for the controllers. */
final class AdmissionWiring {

  private AdmissionWiring() {}

  static AdmissionSettings settings(OperatorConfiguration configuration) {
    SchedulerBackends schedulers = OperatorWiring.schedulers(configuration.scheduler());
    return new AdmissionSettings(
        configuration.admission().maxCliques(),
        configuration.admission().maxPods(),
        configuration.admission().maxSetBytes(),
        schedulers.names(),
        schedulers.fallback().name(),
        configuration.scheduler().isNativeGangsWanted(),
        schedulers.topologyAware(),
        configuration.topologyAwareScheduling().enabled(),
        configuration.network().autoMNNVLEnabled(),
        configuration.pods().leaderWorkerSetCompatibility() == LeaderWorkerSetWords.LABELS_AND_ENV,
        configuration.queue().enabled());
  }
}
