package dev.coppice.kube.client;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/** Every place of a model at which JSON may have a value, found by what Jackson knows of it. */
final class ModelPlaces {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** They look like objects, and are texts or numbers. */
  private static final Set<Class<?>> SCALARS = Set.of(Quantity.class, IntOrString.class);

  private final List<Place> places = new ArrayList<>();
  private final Deque<Class<?>> within = new ArrayDeque<>();

  private ModelPlaces() {}

  static List<Place> of(Class<?> type) {
    ModelPlaces model = new ModelPlaces();
    model.go(MAPPER.constructType(type), Place.ROOT);
    return model.places;
  }

  private void go(JavaType type, Place place) {
    if (!place.steps().isEmpty()) {
      places.add(place);
    }
    if (type.isCollectionLikeType() || type.isArrayType()) {
      go(type.getContentType(), place.child(0));
    } else if (type.isMapLikeType()) {
      go(type.getContentType(), place.child("key"));
    } else if (isBean(type) && !within.contains(type.getRawClass())) {
      within.push(type.getRawClass());
      BeanDescription bean = MAPPER.getDeserializationConfig().introspect(type);
      for (BeanPropertyDefinition property : bean.findProperties()) {
        if (property.couldDeserialize()) {
          go(property.getPrimaryType(), place.child(property.getName()));
        }
      }
      within.pop();
    }
  }

  private static boolean isBean(JavaType type) {
    return !type.isPrimitive()
        && !type.isEnumType()
        && !SCALARS.contains(type.getRawClass())
        && !type.getRawClass().getPackageName().startsWith("java.")
        && !type.getRawClass().getPackageName().startsWith("com.fasterxml.");
  }
}
