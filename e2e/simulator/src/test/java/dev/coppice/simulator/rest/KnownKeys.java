package dev.coppice.simulator.rest;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.LeaderWorkerSetKeys;
import dev.coppice.core.scheduler.kai.KaiKeys;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** The keys of labels and annotations that mean something to somebody. */
final class KnownKeys {

  private static final List<Class<?>> OURS =
      List.of(Labels.class, Annotations.class, KaiKeys.class, LeaderWorkerSetKeys.class);

  private static final List<String> OF_OTHERS =
      List.of(
          "app.kubernetes.io/version",
          "app.kubernetes.io/instance",
          "kubectl.kubernetes.io/last-applied-configuration",
          "kubectl.kubernetes.io/restartedAt",
          "kubectl.kubernetes.io/default-container",
          "argocd.argoproj.io/tracking-id",
          "meta.helm.sh/release-name",
          "helm.toolkit.fluxcd.io/name",
          "kustomize.toolkit.fluxcd.io/checksum",
          "config.kubernetes.io/origin",
          "pod-template-hash",
          "coppice.dev/restartedAt",
          "grove.io/unknown",
          "example.com/team",
          "team",
          "x.y-z_0");

  private KnownKeys() {}

  /** All that our code reads or writes, and some of others. */
  static List<String> all() {
    return Stream.concat(OURS.stream().flatMap(KnownKeys::of), OF_OTHERS.stream())
        .filter(key -> key.matches("([a-z0-9.-]+/)?[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?"))
        .distinct()
        .sorted()
        .toList();
  }

  private static Stream<String> of(Class<?> constants) {
    return Stream.of(constants.getDeclaredFields())
        .filter(field -> Modifier.isStatic(field.getModifiers()))
        .map(KnownKeys::value)
        .flatMap(
            value -> value instanceof Collection<?> many ? many.stream() : Stream.ofNullable(value))
        .filter(String.class::isInstance)
        .map(String.class::cast);
  }

  private static Object value(Field field) {
    try {
      field.setAccessible(true);
      return field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
