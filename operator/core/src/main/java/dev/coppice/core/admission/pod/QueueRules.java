package dev.coppice.core.admission.pod;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Rule;
import dev.coppice.core.scheduler.kai.KaiKeys;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.core.scheduler.kai.QueueMark;
import java.util.Optional;

/** The queue of a set whose pods KAI places: there is one, and only one. */
public final class QueueRules implements Rule<PodCliqueSet> {

  private final AdmissionSettings settings;

  public QueueRules(AdmissionSettings settings) {
    this.settings = settings;
  }

  @Override
  public void check(PodCliqueSet set, Findings.Collector found) {
    // Where it is not enabled that is what is wrong.
    if (!settings.schedulers().contains(KaiScheduler.NAME)
        || Parts.cliques(set).stream().noneMatch(this::isPlacedByKai)) {
      return;
    }
    Optional<QueueMark> ofSet = QueueMark.of(set);
    Optional<QueueMark> first =
        ofSet.or(() ->
            Parts.cliques(set).stream().map(QueueMark::of).flatMap(Optional::stream).findFirst());
    if (first.isEmpty()) {
      found.required(
          Paths.METADATA.child("labels").key(KaiKeys.QUEUE),
          "%s needs a queue: name one by this label, or the annotation of the same key, of the set"
                  .formatted(KaiScheduler.NAME)
              + " or of its cliques");
      return;
    }
    String queue = first.get().queue();
    String detail =
        ofSet.isPresent()
            ? "must be the queue of the set, \"%s\"".formatted(queue)
            : "all cliques must have the same queue; the first that names one has \"%s\""
                .formatted(queue);
    Parts.forEachClique(
        set,
        (path, clique) ->
            QueueMark.of(clique)
                .filter(mark -> !mark.queue().equals(queue))
                .ifPresent(mark -> found.invalid(place(path, mark), mark.queue(), detail)));
  }

  private boolean isPlacedByKai(PodCliqueTemplate clique) {
    String name = clique.spec().podSpec().getSchedulerName();
    return KaiScheduler.NAME.equals(Parts.isBlank(name) ? settings.defaultScheduler() : name);
  }

  private static FieldPath place(FieldPath clique, QueueMark mark) {
    return clique.child(mark.byLabel() ? "labels" : "annotations").key(KaiKeys.QUEUE);
  }
}
