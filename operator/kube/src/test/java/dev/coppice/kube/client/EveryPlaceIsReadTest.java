package dev.coppice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.coppice.api.Crds;
import dev.coppice.core.object.Unreadable;
import dev.coppice.kube.cache.Caches;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Feeds every place of every kind that is watched, by its schema and by its model, with values of
 * every form, by the events of a watch and by lists.
 */
class EveryPlaceIsReadTest {

  private static final List<String> VALUES =
      List.of(
          "\"text\"",
          "7",
          "1e308",
          "99999999999999999999",
          "null",
          "[\"text\"]",
          "[null]",
          "{\"key\":\"text\"}",
          "{\"key\":null}",
          "[".repeat(300) + "]".repeat(300));

  private final KubernetesSerialization serialization = Clients.serialization();

  private final Logger log = (Logger) LoggerFactory.getLogger("dev.coppice.kube.reading");

  private final Caches caches = new Caches(new SimpleMeterRegistry(), Set.copyOf(kinds()), true);

  private int fed;
  private int unreadable;

  // It would name some ten thousand objects.
  @BeforeEach
  void be_silent() {
    log.setLevel(Level.OFF);
  }

  @AfterEach
  void speak_again() {
    log.setLevel(null);
  }

  @Test
  void whatever_stands_there_and_nothing_beside_it_is_lost() {
    int places = 0;
    for (Class<? extends HasMetadata> kind : kinds()) {
      Set<Place> of = new LinkedHashSet<>(ModelPlaces.of(kind));
      schema(kind).ifPresent(schema -> of.addAll(schema.places()));
      for (Place place : of) {
        if (!place.isIn("apiVersion") && !place.isIn("kind")) {
          places++;
          feed(kind, place);
        }
      }
    }
    System.out.printf(
        "%d places of %d kinds were fed with %d values each: %d objects in watches and in lists,"
            + " of which %d cannot be read%n",
        places, kinds().size(), VALUES.size(), fed, unreadable);
  }

  /**
   * What a schema leaves open is stored as it comes, and can make an object unreadable. All that is
   * open is the metadata of templates within a template.
   */
  @Test
  void a_schema_types_what_the_model_types_but_for_metadata_of_templates() {
    List<String> open = new ArrayList<>();
    List<String> numbersOrTexts = new ArrayList<>();
    for (Class<? extends HasMetadata> kind : kinds()) {
      Optional<SchemaPlaces> schema = schema(kind);
      for (Place place : schema.isPresent() ? ModelPlaces.of(kind) : List.<Place>of()) {
        JSONSchemaProps typed = schema.get().byPlace().get(place);
        if (schema.get().leavesOpen(place)) {
          open.add(place.path());
        } else if (typed != null && typed.getType() == null) {
          assertThat(typed.getXKubernetesIntOrString()).as(place.path()).isTrue();
          numbersOrTexts.add(place.path());
          for (String admitted : List.of("\"text\"", "7")) {
            HasMetadata object = serialization.unmarshal(object(kind, "a", place, admitted), kind);
            assertThat(Unreadable.of(object)).as(place.path()).isEmpty();
          }
        }
      }
    }
    assertThat(numbersOrTexts).hasSizeGreaterThan(100);
    assertThat(open)
        .filteredOn(path ->
            !path.contains(".ephemeral.volumeClaimTemplate.metadata.")
                && !path.contains(".resourceClaimTemplates[0].templateSpec.metadata."))
        .isEmpty();
  }

  private static Optional<SchemaPlaces> schema(Class<? extends HasMetadata> kind) {
    return Stream.concat(Crds.NAMES.stream(), Crds.OPTIONAL.stream())
        .filter(HasMetadata.getFullResourceName(kind)::equals)
        .map(Crds::yaml)
        .map(SchemaPlaces::of)
        .findFirst();
  }

  private static List<Class<? extends HasMetadata>> kinds() {
    List<Class<? extends HasMetadata>> kinds = new ArrayList<>();
    for (Class<? extends KubernetesResource> watched : Clients.WATCHED) {
      if (HasMetadata.class.isAssignableFrom(watched)) {
        kinds.add(watched.asSubclass(HasMetadata.class));
      }
    }
    return kinds;
  }

  private void feed(Class<? extends HasMetadata> kind, Place place) {
    List<String> objects = new ArrayList<>();
    for (String value : VALUES) {
      String json = object(kind, "odd", place, value);
      WatchEvent event =
          serialization.unmarshal(
              "{\"type\":\"MODIFIED\",\"object\":" + json + "}", WatchEvent.class);
      assertThat(event.getType()).isEqualTo("MODIFIED");
      look(kind, place, value, (HasMetadata) event.getObject());
      objects.add(json);
    }
    objects.add(object(kind, "neighbour", new Place(List.of("spec")), "{}"));
    List<? extends HasMetadata> list = list(kind, objects).getItems();
    assertThat(list).hasSize(objects.size());
    for (int i = 0; i < VALUES.size(); i++) {
      look(kind, place, VALUES.get(i), list.get(i));
      if (!place.isIn("metadata")) {
        hold(kind, list.get(i));
      }
    }
    assertThat(list.getLast().getMetadata().getName()).isEqualTo("neighbour");
    assertThat(Unreadable.of(list.getLast())).isEmpty();
  }

  /** A cache trims what it takes. */
  private <T extends HasMetadata> void hold(Class<T> kind, HasMetadata object) {
    caches.of(kind).put("n/odd", kind.cast(object));
  }

  private void look(
      Class<? extends HasMetadata> kind, Place place, String value, HasMetadata object) {
    fed++;
    String about = place.path() + ": " + value.substring(0, Math.min(40, value.length()));
    assertThat(object).as(about).isInstanceOf(kind);
    if (!place.isIn("metadata")) {
      assertThat(object.getMetadata().getName()).as(about).isEqualTo("odd");
      assertThat(object.getMetadata().getLabels()).as(about).containsEntry("a", "b");
    }
    Unreadable.of(object)
        .ifPresent(why -> {
          unreadable++;
          assertThat(why.path().replace("[key]", ".key")).as(about).startsWith(place.path());
          assertThat(why.cause()).as(about).isNotEmpty().hasSizeLessThanOrEqualTo(256);
        });
  }

  private static String object(
      Class<? extends HasMetadata> kind, String name, Place place, String value) {
    String head =
        "{\"apiVersion\":\"%s\",\"kind\":\"%s\""
            .formatted(HasMetadata.getApiVersion(kind), HasMetadata.getKind(kind));
    String metadata =
        "\"name\":\"%s\",\"namespace\":\"n\",\"uid\":\"u\",\"resourceVersion\":\"7\""
            .formatted(name);
    String odd = place.json(value);
    if (!place.isIn("metadata")) {
      return head
          + ",\"metadata\":{%s,\"labels\":{\"a\":\"b\"}},\"%s\":%s}"
              .formatted(metadata, place.steps().getFirst(), odd);
    }
    return place.steps().size() == 1
        ? head + ",\"metadata\":" + odd + "}"
        : head + ",\"metadata\":{" + metadata + "," + odd.substring(1) + "}";
  }

  private <T extends HasMetadata> KubernetesResourceList<T> list(
      Class<T> kind, List<String> objects) {
    Type type = serialization.constructParametricType(DefaultKubernetesResourceList.class, kind);
    String json =
        objects.stream()
            .collect(
                Collectors.joining(
                    ",", "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[", "]}"));
    return serialization.unmarshal(
        new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)),
        new TypeReference<KubernetesResourceList<T>>() {
          @Override
          public Type getType() {
            return type;
          }
        });
  }
}
