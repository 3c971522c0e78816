package dev.coppice.simulator.model;

import dev.coppice.core.object.Omitted;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.ReadKeys;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.List;
import java.util.Map;

/** What a cache holds of the metadata of an object. */
public final class CachedMetadata {

  private CachedMetadata() {}

  /** An answer as the caches leave it, which keep what it shows before a reconcile goes on. */
  static Answer of(Answer answer) {
    return new Answer(
        answer.action(),
        switch (answer.outcome()) {
          case Outcome.Done(HasMetadata object) -> new Outcome.Done(of(object));
          case Outcome.AlreadyExists(HasMetadata object) -> new Outcome.AlreadyExists(of(object));
          case Outcome.Found(List<HasMetadata> objects) ->
              new Outcome.Found(objects.stream().map(CachedMetadata::of).toList());
          case Outcome outcome -> outcome;
        });
  }

  /** The object as a cache shows it. */
  public static <T extends HasMetadata> T of(T object) {
    ObjectMeta metadata = object.getMetadata();
    Map<String, String> labels = ReadKeys.labels(object);
    Map<String, String> annotations = ReadKeys.annotations(object);
    List<OwnerReference> owners = Ownership.read(object);
    return labels.equals(Omitted.orEmpty(metadata.getLabels()))
            && annotations.equals(Omitted.orEmpty(metadata.getAnnotations()))
            && owners.equals(Omitted.orEmpty(metadata.getOwnerReferences()))
        ? object
        : StoredObjects.with(
            object,
            new ObjectMetaBuilder(metadata)
                .withLabels(labels)
                .withAnnotations(annotations)
                .withOwnerReferences(owners)
                .build());
  }
}
