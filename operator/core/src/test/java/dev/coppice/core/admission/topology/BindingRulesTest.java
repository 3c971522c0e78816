package dev.coppice.core.admission.topology;

import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.testing.TestYaml;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BindingRulesTest {

  private final Admission admission = new Admission(RuleTable.EVERYTHING_ON, new KnownObjects());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          {levels: [{domain: zone, key: z}, {domain: rack, key: r}]} |
          {levels: [{domain: zone, key: z}, {domain: zone, key: r}]} | spec.levels[1].domain: Duplicate value: "zone"
          {levels: [{domain: zone, key: z}, {domain: rack, key: z}]} | spec.levels[1].key: Duplicate value: "z"
          {levels: []} | spec.levels: Required value: at least one level is required
          {levels: [{domain: a, key: k}], schedulerTopologyBindings: [{schedulerName: kai-scheduler, topologyReference: t}]} |
          {levels: [{domain: a, key: k}], schedulerTopologyBindings: [{schedulerName: kai-scheduler, topologyReference: t}, {schedulerName: kai-scheduler, topologyReference: u}]} | spec.schedulerTopologyReferences[1].schedulerName: Duplicate value: "kai-scheduler"
          {levels: [{domain: a, key: k}], schedulerTopologyBindings: [{schedulerName: mine, topologyReference: t}]} | spec.schedulerTopologyReferences[0].schedulerName: Invalid value: "mine": scheduler backend is not enabled in Grove
          {levels: [{domain: a, key: k}], schedulerTopologyBindings: [{topologyReference: t}]} | spec.schedulerTopologyReferences[0].schedulerName: Invalid value: "null": scheduler backend is not enabled in Grove
          {levels: [{domain: a, key: k}], schedulerTopologyBindings: [{schedulerName: volcano, topologyReference: t}]} | spec.schedulerTopologyReferences[0].schedulerName: Invalid value: "volcano": scheduler backend does not implement topology-aware scheduling
          null | spec: Required value
          """)
  void tell_levels_apart_and_bind_schedulers_that_know_topologies(String spec, String violations) {
    ClusterTopologyBinding binding =
        TestYaml.read(
            "{metadata: {name: dc}, spec: %s}".formatted(spec), ClusterTopologyBinding.class);

    RuleTable.verify(admission.onCreate(binding), violations);
    RuleTable.verify(admission.onUpdate(RuleTable.topology("dc"), binding), violations);
  }
}
