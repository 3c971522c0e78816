package dev.coppice.simulator.rule;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the template of a set has been, and since when. */
final class TemplateVersions {

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(1);

  private final List<Version> versions = new ArrayList<>();

  /** A set whose template stood since an instant. */
  private record Version(PodCliqueSet set, Instant since) {}

  /** Takes note of the set as it stands now; nothing while there is none. */
  void changed(@Nullable PodCliqueSet now, Instant at) {
    boolean known =
        now != null
            && !versions.isEmpty()
            && versions.getLast().set().getSpec().template().equals(now.getSpec().template());
    if (now == null) {
      versions.clear();
    } else if (!known) {
      versions.add(new Version(now, at));
    }
  }

  /** What a PodClique should have been given for at least a second; empty if it changed. */
  Optional<TemplateContent> settled(PodClique clique, Instant now) {
    Instant from = now.minus(LONG_ENOUGH);
    if (versions.isEmpty() || versions.getFirst().since().isAfter(from)) {
      return Optional.empty();
    }
    List<TemplateContent> contents =
        stoodAfter(from).map(set -> TemplateContent.of(set, clique)).distinct().toList();
    return contents.size() == 1 ? Optional.of(contents.getFirst()) : Optional.empty();
  }

  private Stream<PodCliqueSet> stoodAfter(Instant from) {
    return IntStream.range(0, versions.size())
        .filter(i -> i == versions.size() - 1 || versions.get(i + 1).since().isAfter(from))
        .mapToObj(i -> versions.get(i).set());
  }
}
