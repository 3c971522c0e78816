package dev.coppice.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.template.TemplateHash;
import org.junit.jupiter.api.Test;

class ResolvedSetTest {

  private static ResolvedSet resolved(SampleSet sample) {
    return ResolvedSet.of(sample.set(), Validity.standard());
  }

  private static ResolvedSet.Complete complete(SampleSet sample) {
    return resolved(sample).complete().orElseThrow();
  }

  @Test
  void one_that_lacks_parts_says_which() {
    ResolvedSet set =
        resolved(SampleSet.valid().with("/spec/template/cliques/0/spec/podSpec", "(absent)"));

    assertThat(set).isInstanceOf(ResolvedSet.Incomplete.class);
    assertThat(set.findings().message()).contains("spec.template.cliques[0].spec.podSpec");
  }

  @Test
  void one_without_bound_is_complete_but_cannot_be_counted_up_to() {
    ResolvedSet.Complete set = complete(SampleSet.valid().with("/spec/replicas", "2000000000"));

    assertThat(set.isBounded()).isFalse();
    assertThat(set.isValid()).isFalse();
  }

  @Test
  void a_broken_rule_leaves_it_countable() {
    ResolvedSet.Complete set =
        complete(
            SampleSet.valid().with("/spec/template/cliques/0/spec/podSpec/schedulerName", "none"));

    assertThat(set.isBounded()).isTrue();
    assertThat(set.isValid()).isFalse();
  }

  @Test
  void it_has_its_defaults_and_the_hashes_of_what_it_has_then() {
    PodCliqueSet stored = SampleSet.valid().set();
    PodCliqueSet defaulted = Defaults.of(stored);
    ResolvedSet.Complete set = complete(SampleSet.valid());
    PodCliqueTemplate template = set.set().getSpec().template().cliques().getFirst();

    assertThat(set.set()).isEqualTo(defaulted);
    assertThat(set.generationHash()).isEqualTo(TemplateHash.generation(defaulted));
    assertThat(set.hash(template))
        .isEqualTo(TemplateHash.of(template, defaulted.getSpec().template().priorityClassName()));
  }
}
