package dev.coppice.core.admission;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.template.CliqueTemplates;
import dev.coppice.core.template.RenderedTemplate;
import dev.coppice.core.template.Restart;
import dev.coppice.core.template.TemplateHash;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A set as decisions read it: with its defaults, judged by the rules of admission, because it may
 * have been stored past the webhook. It may be asked by any thread.
 */
public sealed interface ResolvedSet {

  /** The set with its defaults. */
  PodCliqueSet set();

  /** What is wrong with it; nothing if pods may be made for it. */
  Findings findings();

  /** Resolves a set as it is stored. */
  static ResolvedSet of(PodCliqueSet stored, Validity validity) {
    return of(stored, validity, Judgement::new);
  }

  /**
   * The same where it may have been judged already.
   *
   * @param judgement gives the one to ask, for this number of templates
   */
  static ResolvedSet of(PodCliqueSet stored, Validity validity, IntFunction<Judgement> judgement) {
    PodCliqueSet set = Defaults.of(stored);
    return validity.isComplete(set)
        ? new Complete(
            Restart.in(set), validity, judgement.apply(set.getSpec().template().cliques().size()))
        : new Incomplete(set, validity.of(set));
  }

  /** The set if it has all its parts. */
  default Optional<Complete> complete() {
    return this instanceof Complete complete ? Optional.of(complete) : Optional.empty();
  }

  /** A set that lacks parts: nobody knows what it asks for, nor for how long to wait. */
  record Incomplete(PodCliqueSet set, Findings findings) implements ResolvedSet {}

  /** A set with all its parts. */
  final class Complete implements ResolvedSet {

    private final PodCliqueSet set;
    private final Validity validity;
    private final Judgement judgement;

    private Complete(PodCliqueSet set, Validity validity, Judgement judgement) {
      this.set = set;
      this.validity = validity;
      this.judgement = judgement;
    }

    @Override
    public PodCliqueSet set() {
      return set;
    }

    @Override
    public Findings findings() {
      return judgement.findings(() -> validity.of(set));
    }

    /** Whether nothing is wrong with it. */
    public boolean isValid() {
      return findings().isAllowed();
    }

    /** Whether no cap is broken: what has no bound is never counted up to. */
    public boolean isBounded() {
      return judgement.isBounded(() -> validity.isWorkable(set));
    }

    /** What is wrong with the number of replicas of one of its scaling groups. */
    public Findings findings(PodCliqueScalingGroup group) {
      return validity.of(group, set);
    }

    /** What is wrong with the number of pods of one of its PodCliques. */
    public Findings findings(PodClique clique) {
      return validity.of(clique, set);
    }

    /** What no number of replicas can be above, of whatever object. */
    public int mostReplicas() {
      return validity.mostReplicas();
    }

    /** Whether it may say where it is placed. */
    public boolean isTopologyAware() {
      return validity.isTopologyAware();
    }

    /** The hash of all its templates together. */
    public String generationHash() {
      return judgement.generationHash(
          () -> TemplateHash.generation(set.getSpec().template().cliques(), this::hash));
    }

    /** Whether it has recorded the templates that it has now. */
    public boolean isGenerationRecorded() {
      return generationHash().equals(set.statusOrEmpty().currentGenerationHash());
    }

    /**
     * Whether its templates are taken by the API server, or are its first: only such ones are
     * recorded.
     */
    public boolean isTemplateTaken() {
      return set.statusOrEmpty().currentGenerationHash() == null || isGenerationRecorded();
    }

    /** The hash of one of its templates. */
    @SuppressWarnings("ReferenceEquality") // to compare two templates costs as much as to hash one
    public String hash(PodCliqueTemplate template) {
      List<PodCliqueTemplate> cliques = set.getSpec().template().cliques();
      return IntStream.range(0, cliques.size())
          .filter(index -> cliques.get(index) == template)
          .mapToObj(index -> judgement.hash(index, () -> hashOf(template)))
          .findFirst()
          .orElseGet(() -> hashOf(template));
    }

    private String hashOf(PodCliqueTemplate template) {
      return TemplateHash.of(template, set.getSpec().template().priorityClassName());
    }

    /** One of its templates with all that is the same in every PodClique made from it. */
    public RenderedTemplate rendered(PodCliqueTemplate template) {
      return RenderedTemplate.of(template, set.getSpec().template(), hash(template));
    }

    /** The hash of the template that it has for one of its PodCliques; empty if it has none. */
    public Optional<String> hash(PodClique clique) {
      return CliqueTemplates.of(set, clique).map(this::hash);
    }
  }
}
