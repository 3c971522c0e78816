package dev.coppice.core.admission.name;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.template.CliqueTemplates;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What comes after the replica of the set in the names of one clique's PodCliques, word by word, as
 * dashes part them. The index in a group stands for all that the group may come to.
 *
 * @param path where the clique is named
 * @param clique its name
 * @param words the words of the names
 */
record PodCliqueName(FieldPath path, String clique, List<String> words) {

  /** Stands for an index; no name has such a character. */
  private static final String INDEX = "#";

  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,9}");

  /** Those of a set, each clique once: members of groups, then cliques that stand alone. */
  public static List<PodCliqueName> of(PodCliqueSet set) {
    List<PodCliqueName> names = new ArrayList<>();
    Set<String> grouped = new HashSet<>();
    Parts.forEachGroup(
        set,
        (group, config) ->
            Parts.forEach(
                group.child("cliqueNames"),
                config.cliqueNames(),
                (path, clique) -> {
                  if (Parts.clique(set, clique).isPresent() && grouped.add(clique)) {
                    names.add(new PodCliqueName(path, clique, words(config.name(), clique)));
                  }
                }));
    Parts.forEachClique(
        set,
        (path, clique) -> {
          if (CliqueTemplates.groupOf(set.getSpec().template(), clique.name()).isEmpty()) {
            names.add(
                new PodCliqueName(
                    path.child("name"), clique.name(), words(clique.name()).toList()));
          }
        });
    return names;
  }

  private static List<String> words(String group, String clique) {
    return Stream.of(words(group), Stream.of(INDEX), words(clique)).flatMap(s -> s).toList();
  }

  private static Stream<String> words(String name) {
    return Stream.of(name.split("-", -1));
  }

  /**
   * A name that PodCliques of both can have; empty if there is none. A clique that stands in a
   * template twice is a matter of its own.
   *
   * @param indices how many indices a group can come to
   */
  Optional<String> sharedWith(PodCliqueName other, int indices) {
    if (words.size() != other.words.size() || words.equals(other.words)) {
      return Optional.empty();
    }
    List<String> shared = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      Optional<String> word = shared(words.get(i), other.words.get(i), indices);
      if (word.isEmpty()) {
        return Optional.empty();
      }
      shared.add(word.get());
    }
    return Optional.of(String.join("-", shared));
  }

  private static Optional<String> shared(String one, String other, int indices) {
    if (one.equals(other)) {
      return Optional.of(one);
    }
    if (one.equals(INDEX) || other.equals(INDEX)) {
      return Optional.of(one.equals(INDEX) ? other : one).filter(word -> isIndex(word, indices));
    }
    return Optional.empty();
  }

  private static boolean isIndex(String word, int indices) {
    return NUMBER.matcher(word).matches() && Long.parseLong(word) < indices;
  }
}
