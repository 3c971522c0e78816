package dev.coppice.kube.event;

import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.status.Words;
import dev.coppice.kube.LogKeys;
import dev.coppice.kube.client.ApiServer;
import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ApiServer.Verb;
import dev.coppice.kube.client.ResourcePath;
import dev.coppice.kube.event.RecentEvents.Told;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events about the object of a reconcile. It does what it can: an event that is not accepted
 * is dropped, because nothing may wait for events.
 */
public final class EventRecorder {

  private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
  private static final int LONGEST_MESSAGE = 1024;
  private static final int LONGEST_NAME = 253;

  private final ApiServer api;
  private final KubernetesSerialization serialization;
  private final InstantSource clock;
  private final String component;
  private final Executor threads;
  private final RecentEvents recent = new RecentEvents();

  /**
   * A recorder for one controller.
   *
   * @param component reporting component, such as {@code podclique-controller}
   * @param threads runs the writes; a reconcile does not wait for them
   */
  public EventRecorder(
      ApiServer api,
      KubernetesSerialization serialization,
      InstantSource clock,
      String component,
      Executor threads) {
    this.api = api;
    this.serialization = serialization;
    this.clock = clock;
    this.component = component;
    this.threads = threads;
  }

  /** Writes these events about an object. */
  public void record(HasMetadata about, List<PlannedEvent> events) {
    Instant now = clock.instant();
    ResourcePath all = ResourcePath.collection(Event.class, namespace(about));
    for (PlannedEvent planned : events) {
      PlannedEvent event = shortened(planned);
      Told told = recent.take(about.getMetadata().getUid(), event, name(about, event, now), now);
      Call call =
          told.count() == 1
              ? Call.write(Verb.CREATE, all, serialization.asJson(event(about, event, now)))
              : Call.jsonPatch(all.object(told.name()), again(told));
      threads.execute(() -> write(call.telling(true), event));
    }
  }

  /** Also what is remembered of it has to be bounded. */
  private static PlannedEvent shortened(PlannedEvent event) {
    return new PlannedEvent(
        event.warning(), event.reason(), Words.shortened(event.message(), LONGEST_MESSAGE));
  }

  private static String again(Told told) {
    return JsonPatch.create()
        .add("/count", told.count())
        .add("/lastTimestamp", told.last().truncatedTo(ChronoUnit.SECONDS).toString())
        .operations()
        .toString();
  }

  private void write(Call call, PlannedEvent event) {
    Reply reply = api.send(call);
    if (!(reply instanceof Reply.Answered answered && answered.isSuccess())) {
      LOG.atDebug()
          .addKeyValue(LogKeys.REASON, event.reason())
          .addKeyValue(LogKeys.FAILURE, reply)
          .log("event dropped");
    }
  }

  private Event event(HasMetadata about, PlannedEvent event, Instant now) {
    String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    return new EventBuilder()
        .withNewMetadata()
        .withNamespace(namespace(about))
        .withName(name(about, event, now))
        .endMetadata()
        .withNewInvolvedObject()
        .withApiVersion(about.getApiVersion())
        .withKind(about.getKind())
        .withNamespace(about.getMetadata().getNamespace())
        .withName(about.getMetadata().getName())
        .withUid(about.getMetadata().getUid())
        .withResourceVersion(about.getMetadata().getResourceVersion())
        .endInvolvedObject()
        .withType(event.warning() ? "Warning" : "Normal")
        .withReason(event.reason())
        .withMessage(event.message())
        .withFirstTimestamp(time)
        .withLastTimestamp(time)
        .withCount(1)
        .withNewSource()
        .withComponent(component)
        .endSource()
        .withReportingComponent(component)
        .build();
  }

  // Events of what is in no namespace are where kubectl looks for them.
  private static String namespace(HasMetadata about) {
    return Objects.requireNonNullElse(about.getMetadata().getNamespace(), "default");
  }

  // One event for each object, reason and instant: this names it without a random part.
  private static String name(HasMetadata about, PlannedEvent event, Instant now) {
    long nanos = Math.multiplyExact(now.getEpochSecond(), 1_000_000_000L) + now.getNano();
    String suffix =
        "." + Long.toHexString(nanos) + "." + Integer.toHexString(event.reason().hashCode());
    String name = about.getMetadata().getName();
    return name.substring(0, Math.min(name.length(), LONGEST_NAME - suffix.length())) + suffix;
  }
}
