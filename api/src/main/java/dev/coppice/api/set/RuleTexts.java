package dev.coppice.api.set;

/** What several rules in the schema of a set say alike. */
final class RuleTexts {

  /** The type is always there, by its default. */
  static final String TRAINING = "self.workloadType == 'Training'";

  static final String NO_TRAINING = "self.workloadType != 'Training'";
  static final String NOT_SCALED = "field is immutable: a training job is not scaled";

  private RuleTexts() {}
}
