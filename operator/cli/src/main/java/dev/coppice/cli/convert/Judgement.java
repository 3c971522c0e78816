package dev.coppice.cli.convert;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.admission.rule.AdmissionLookup;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.AdmissionSettingsBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the webhook would say of a PodCliqueSet in a cluster of which nothing is known: whichever
 * scheduler the pods name is there.
 */
final class Judgement {

  private Judgement() {}

  /** Why it would be refused, by the places in what it is made of. */
  static List<Violation> refusals(PodCliqueSet set, SourcePaths paths) {
    return admission(set).onCreate(set).violations().stream()
        .flatMap(violation -> paths.of(violation).stream())
        .toList();
  }

  /** What its author would be told though nothing is wrong, by the places in the set itself. */
  static List<String> warnings(PodCliqueSet set) {
    return admission(set).onCreate(set).warnings();
  }

  private static Admission admission(PodCliqueSet set) {
    AdmissionSettings standard = AdmissionSettings.standard();
    List<String> schedulers =
        Stream.concat(
                standard.schedulers().stream(),
                set.getSpec().template().cliques().stream().flatMap(Judgement::scheduler))
            .distinct()
            .toList();
    return new Admission(
        AdmissionSettingsBuilder.builder(standard).schedulers(schedulers).build(), new NoObjects());
  }

  private static Stream<String> scheduler(PodCliqueTemplate clique) {
    return Stream.ofNullable(clique.spec().podSpec().getSchedulerName())
        .filter(name -> !name.isBlank());
  }

  /** A cluster without objects. */
  private record NoObjects() implements AdmissionLookup {

    @Override
    public Optional<ClusterTopologyBinding> topologyBinding(String name) {
      return Optional.empty();
    }

    @Override
    public List<ClusterTopologyBinding> topologyBindings() {
      return List.of();
    }

    @Override
    public Optional<PodCliqueSet> podCliqueSet(String namespace, String name) {
      return Optional.empty();
    }

    @Override
    public Optional<PodCliqueScalingGroup> podCliqueScalingGroup(String namespace, String name) {
      return Optional.empty();
    }

    @Override
    public Optional<PodClique> podClique(String namespace, String name) {
      return Optional.empty();
    }
  }
}
