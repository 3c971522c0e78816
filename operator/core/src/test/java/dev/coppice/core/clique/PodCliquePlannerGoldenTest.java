package dev.coppice.core.clique;

import dev.coppice.api.clique.PodClique;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.testing.GoldenPlans;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class PodCliquePlannerGoldenTest {

  @TestFactory
  Stream<DynamicTest> plans() {
    return GoldenPlans.of(
        "podclique",
        PodClique.class,
        new PodCliquePlanner(
            SchedulerBackends.standard(), PodSettings.DEFAULTS, Validity.standard()));
  }
}
