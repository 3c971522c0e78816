package dev.coppice.core.queue;

import dev.coppice.api.queue.Queue;
import dev.coppice.api.queue.QueueResource;
import dev.coppice.api.queue.QueueResources;
import dev.coppice.api.queue.QueueSpec;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.status.Words;
import dev.coppice.core.time.GoDuration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What may be written into a queue.
 *
 * @param others the queues that are there, as far as is known: one may have been made or deleted a
 *     moment ago
 * @param exists whether a queue is there at this moment
 * @param hasGangs whether gangs are in the queue of a name
 * @param sharedWithKai whether KAI reads the same objects
 * @param protectsDeletion whether a queue that is in use may not be deleted
 */
public record QueueWriteRules(
    QueueTree others,
    Predicate<String> exists,
    Predicate<String> hasGangs,
    boolean sharedWithKai,
    boolean protectsDeletion) {

  /** So many are looked for before a warning. */
  private static final int LOOKS = 10;

  private static final FieldPath SPEC = FieldPath.of("spec");
  private static final FieldPath PARENT = SPEC.child("parentQueue");

  /** What is wrong with a queue that is created or changed. */
  public Findings store(Queue queue) {
    Findings.Collector found = new Findings.Collector();
    QueueSpec spec = queue.specOrEmpty();
    resources(spec.resources(), found);
    for (Eviction eviction : Eviction.values()) {
      minRuntime(eviction, spec, found);
      if (NeverForKai.isTranslated(queue, eviction)) {
        found.warn(
            SPEC.child(eviction.field()),
            Words.sentence(
                "%s, which is 100 years, stands for never: KAI reads no -1",
                MinRuntime.FOREVER_TEXT));
      }
    }
    QueueNode node = QueueNode.of(queue);
    node.parent().ifPresent(parent -> parent(node, parent, found));
    return found.findings();
  }

  private static void resources(@Nullable QueueResources resources, Findings.Collector found) {
    FieldPath path = SPEC.child("resources");
    if (resources == null) {
      found.required(path, "resources must be specified");
      return;
    }
    resource(path.child("cpu"), resources.cpu(), found);
    resource(path.child("gpu"), resources.gpu(), found);
    resource(path.child("memory"), resources.memory(), found);
  }

  private static void resource(
      FieldPath path, @Nullable QueueResource resource, Findings.Collector found) {
    if (resource != null) {
      atLeastUnlimited(path.child("quota"), resource.quota(), found);
      atLeastUnlimited(path.child("limit"), resource.limit(), found);
      atLeastUnlimited(path.child("overQuotaWeight"), resource.overQuotaWeight(), found);
    }
  }

  private static void atLeastUnlimited(FieldPath path, double number, Findings.Collector found) {
    if (number < -1) {
      found.invalid(path, number, "must be greater than or equal to -1");
    }
  }

  private void minRuntime(Eviction eviction, QueueSpec spec, Findings.Collector found) {
    FieldPath path = SPEC.child(eviction.field());
    switch (eviction.text(spec)) {
      case MinRuntimeText.Unset() -> {}
      case MinRuntimeText.Refused(String text, String why) -> {
        if (text.length() > GoDuration.LONGEST) {
          found.tooLong(path, GoDuration.LONGEST);
        } else {
          found.invalid(path, text, why);
        }
      }
      case MinRuntimeText.Read read -> {
        read.warning().ifPresent(text -> found.warn(path, text));
        if (sharedWithKai && read.negative()) {
          // Whoever translates it is asked before.
          found.invalid(
              path,
              read.text(),
              Words.sentence(
                  "KAI reads the same Queues, and none at all while this is in one of them: write %s, which is 100 years, or have the webhook queue-defaulting-webhook registered",
                  MinRuntime.FOREVER_TEXT));
        }
      }
    }
  }

  private void parent(QueueNode queue, String parent, Findings.Collector found) {
    QueueTree tree = others.with(queue);
    if (!tree.has(parent)) {
      if (exists.test(parent)) {
        return;
      }
      found.warn(
          PARENT,
          Words.sentence(
              "there is no Queue %s; until there is one this counts as one at the top", parent));
      return;
    }
    List<String> cycle = tree.cycle(queue.name());
    if (!cycle.isEmpty()) {
      QueueConditions.circle(cycle)
          .ifPresent(circle -> found.invalid(PARENT, parent, "closes a cycle: " + circle));
      return;
    }
    int deep = tree.path(parent).size() + tree.height(queue.name());
    if (deep > QueueTree.DEEPEST) {
      found.invalid(
          PARENT,
          parent,
          Words.sentence(
              "makes %d queues above one another; at most %d are allowed",
              deep, QueueTree.DEEPEST));
    }
    if (hasGangs.test(parent)) {
      found.warn(
          PARENT,
          Words.sentence(
              "gangs are in Queue %s, which is not to have any when it has queues below it",
              parent));
    }
  }

  /** What is wrong with the deletion of a queue. */
  public Findings delete(String queue) {
    Findings.Collector found = new Findings.Collector();
    List<String> known = others.children(queue);
    List<String> children = known.size() > LOOKS ? known : known.stream().filter(exists).toList();
    if (!children.isEmpty()) {
      inUse(
          Words.sentence("Queue %s has %s below it", queue, Words.count(children.size(), "queue")),
          found);
    }
    if (hasGangs.test(queue)) {
      inUse("gangs are in Queue " + queue, found);
    }
    return found.findings();
  }

  private void inUse(String text, Findings.Collector found) {
    FieldPath path = FieldPath.of("metadata", "name");
    if (protectsDeletion) {
      found.forbidden(path, text);
    } else {
      found.warn(path, text);
    }
  }
}
