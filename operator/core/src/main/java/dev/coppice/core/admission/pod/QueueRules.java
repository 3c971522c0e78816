package dev.coppice.core.admission.pod;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.NameFormat;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Rule;
import dev.coppice.core.scheduler.kai.KaiKeys;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.core.scheduler.kai.QueueMark;
import dev.coppice.core.status.Words;
import java.util.Optional;

/**
 * The queue of a set: not more than one, where there are Queues or KAI places the pods, and one of
 * those that KAI places.
 */
public final class QueueRules implements Rule<PodCliqueSet> {

  private final AdmissionSettings settings;

  public QueueRules(AdmissionSettings settings) {
    this.settings = settings;
  }

  @Override
  public void check(PodCliqueSet set, Findings.Collector found) {
    boolean isPlacedByKai = isPlacedByKai(set);
    if (!settings.queues() && !isPlacedByKai) {
      return;
    }
    Optional<QueueMark> ofSet = QueueMark.of(set);
    Optional<QueueMark> first =
        ofSet.or(() ->
            Parts.cliques(set).stream().map(QueueMark::of).flatMap(Optional::stream).findFirst());
    if (first.isEmpty()) {
      if (isPlacedByKai) {
        found.required(
            Paths.METADATA.child("labels").key(KaiKeys.QUEUE),
            Words.sentence(
                    "%s needs a queue: name one by this label, or the annotation of the same key, of the set",
                    KaiScheduler.NAME)
                + " or of its cliques");
      }
      return;
    }
    ofSet.ifPresent(mark -> name(Paths.METADATA, mark, found));
    String queue = first.get().queue();
    String detail =
        ofSet.isPresent()
            ? Words.sentence("must be the queue of the set, \"%s\"", queue)
            : Words.sentence(
                "all cliques must have the same queue; the first that names one has \"%s\"", queue);
    Parts.forEachClique(
        set,
        (path, clique) ->
            QueueMark.of(clique)
                .ifPresent(mark -> {
                  name(path, mark, found);
                  if (!mark.queue().equals(queue)) {
                    found.invalid(place(path, mark), mark.queue(), detail);
                  }
                }));
  }

  // It becomes a label; of labels this is told already.
  private static void name(FieldPath path, QueueMark mark, Findings.Collector found) {
    if (!mark.byLabel()) {
      NameFormat.LABEL_VALUE.check(place(path, mark), mark.queue(), found);
    }
  }

  // Where it is not enabled that is what is wrong.
  private boolean isPlacedByKai(PodCliqueSet set) {
    return settings.schedulers().contains(KaiScheduler.NAME)
        && Parts.cliques(set).stream().anyMatch(this::isPlacedByKai);
  }

  private boolean isPlacedByKai(PodCliqueTemplate clique) {
    String name = clique.spec().podSpec().getSchedulerName();
    return KaiScheduler.NAME.equals(Parts.isBlank(name) ? settings.defaultScheduler() : name);
  }

  private static FieldPath place(FieldPath of, QueueMark mark) {
    return of.child(mark.byLabel() ? "labels" : "annotations").key(KaiKeys.QUEUE);
  }
}
