package dev.coppice.app.configuration;

import static dev.coppice.app.configuration.ConfigurationFileTest.parse;
import static dev.coppice.app.configuration.ConfigurationFileTest.problems;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.queue.MinRuntime;
import dev.coppice.core.queue.NodePools;
import dev.coppice.core.queue.ReclaimMethod;
import dev.coppice.core.queue.StartTime;
import dev.coppice.core.queue.UnqueuedPreemptor;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueuesInConfigurationFileTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "queue: {defaultName: -a} | queue.defaultName: Invalid value: \"-a\": must be empty or consist of letters, digits, '-', '_' and '.', and begin and end with a letter or digit",
        "minRuntime: {default: {preempt: 10}} | minRuntime.default.preempt: Invalid value: \"10\": must be a string",
        "minRuntime: {default: {reclaim: '10'}} | minRuntime.default.reclaim: Invalid value: \"10\": time: missing unit in duration \"10\"; must be a length of time in w, d, h, m, s, ms, us and ns such as 10m or 1h30m, 0s to evict at any time, or -1 never to evict",
        "minRuntime: {nodePoolLabelKey: 'a b'} | minRuntime.nodePoolLabelKey: Invalid value: \"a b\": the name of a key must have 1 to 63 letters, digits, '-', '_' and '.', and begin and end with a letter or digit",
        "minRuntime: {nodePools: {'': {preempt: 1h}}} | minRuntime.nodePools[]: Required value: nodes of no pool are what minRuntime.default is for",
        "minRuntime: {nodePools: {gpu: {reclaimResolveMethod: own}}} | minRuntime.nodePools[gpu].reclaimResolveMethod: Unsupported value: \"own\": supported values: \"lca\", \"queue\"",
        "minRuntime: {nodePools: {gpu: 10m}} | minRuntime.nodePools[gpu]: Invalid value: \"10m\": must be an object",
        "minRuntime: {nodePools: [gpu]} | minRuntime.nodePools: Invalid value: \"[\"gpu\"]\": must be an object",
        "evictionGuard: {denyCode: 500} | evictionGuard.denyCode: Unsupported value: 500: supported values: \"403\", \"404\"",
        "evictionGuard: {schedulerUsers: [a, '']} | evictionGuard.schedulerUsers[1]: Required value: must not be empty",
        "evictionGuard: {schedulerUsers: [system:kube-controller-manager]} | evictionGuard.schedulerUsers[0]: Forbidden: system:kube-controller-manager keeps the cluster running",
      })
  void a_value_that_breaks_a_rule_is_refused(String yaml, String problem) {
    assertThat(problems(yaml)).containsExactly(problem);
  }

  @Test
  void who_is_named_takes_the_place_of_the_default() throws InvalidConfigurationException {
    assertThat(
            parse("evictionGuard: {schedulerUsers: [second]}")
                .configuration()
                .evictionGuard()
                .schedulerUsers())
        .containsExactly("second");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Off", "'Off'"})
  void off_needs_no_quotes(String word) throws InvalidConfigurationException {
    assertThat(parse("enforcement: " + word).configuration().enforcement())
        .isEqualTo(OperatorConfiguration.Enforcement.OFF);
  }

  @Test
  void minimum_runtimes_are_read_with_what_differs_in_a_node_pool()
      throws InvalidConfigurationException {
    LoadedConfiguration loaded =
        parse(
            """
            queue: {enabled: true, defaultName: research, manageStatus: never}
            minRuntime:
              default: {preempt: 1d, reclaim: "-1"}
              unqueuedPreemptor: Ignore
              nodePools: {gpu: {reclaim: 5m, reclaimResolveMethod: queue}, cpu: {preempt: }}
            enforcement: WebhookOnly
            integration: {kai: true}
            """);

    MinRuntimeConfiguration minRuntime = loaded.configuration().minRuntime();
    assertThat(minRuntime.pools())
        .isEqualTo(
            new NodePools(
                new NodePools.Pool(
                    Optional.of(new MinRuntime.AtLeast(Duration.ofDays(1))),
                    Optional.of(new MinRuntime.Never()),
                    Optional.of(ReclaimMethod.LCA)),
                Map.of(
                    "gpu",
                    new NodePools.Pool(
                        Optional.empty(),
                        Optional.of(new MinRuntime.AtLeast(Duration.ofMinutes(5))),
                        Optional.of(ReclaimMethod.QUEUE)),
                    "cpu",
                    NodePools.Pool.EMPTY)));
    assertThat(minRuntime.unqueuedPreemptor()).isEqualTo(UnqueuedPreemptor.IGNORE);
    assertThat(minRuntime.startTimeSource()).isEqualTo(StartTime.Begin.FIRST_RUNNING);
    assertThat(loaded.configuration().queue())
        .isEqualTo(
            new QueueConfiguration(true, "research", false, QueueConfiguration.ManageStatus.NEVER));
    assertThat(loaded.configuration().enforcement())
        .isEqualTo(OperatorConfiguration.Enforcement.WEBHOOK_ONLY);
    assertThat(loaded.configuration().integration().kai()).isTrue();
    assertThat(loaded.warnings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"minRuntime: {default: {preempt: 10m}}", "queue: {defaultName: research}"})
  void what_is_said_of_queues_that_are_not_read_is_accepted_with_a_warning(String yaml)
      throws InvalidConfigurationException {
    assertThat(parse(yaml).warnings())
        .containsExactly(
            "queue.enabled: without it there are no queues, and no minRuntime has an effect");
  }
}
