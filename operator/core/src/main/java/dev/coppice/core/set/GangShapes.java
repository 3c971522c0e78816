package dev.coppice.core.set;

import dev.coppice.api.Names;
import dev.coppice.core.gang.GangShape;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which gangs a set has. Each of its replicas has a base gang: the standalone cliques and the
 * minimum of each group. Each replica of a group beyond that minimum is a scaled gang of its own.
 */
record GangShapes(SetView view) {

  GangShape base(int replica) {
    Stream<String> standalone =
        view.standaloneCliques().stream().map(clique -> view.nameOf(replica, clique));
    Stream<String> grouped =
        view.groupConfigs().stream()
            .flatMap(group ->
                IntStream.range(0, view.sizes().inBaseGang(replica, group))
                    .boxed()
                    .flatMap(index -> view.memberNames(replica, group, index)));
    return new GangShape(
        Names.basePodGang(view.name(), replica), Stream.concat(standalone, grouped).toList());
  }

  Stream<GangShape> scaled(int replica) {
    return view.groupConfigs().stream()
        .flatMap(group -> {
          int first = Math.max(0, group.minAvailable());
          return IntStream.range(first, view.sizes().replicas(replica, group))
              .mapToObj(index ->
                  new GangShape(
                      Names.scaledPodGang(view.name(), replica, group.name(), index, first),
                      view.memberNames(replica, group, index).toList()));
        });
  }

  /** The gangs of a replica, the base gang first. A gang of nothing holds nothing together. */
  Stream<GangShape> of(int replica) {
    return Stream.concat(Stream.of(base(replica)), scaled(replica))
        .filter(shape -> !shape.members().isEmpty());
  }
}
