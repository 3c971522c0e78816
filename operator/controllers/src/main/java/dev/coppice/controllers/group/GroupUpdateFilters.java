package dev.coppice.controllers.group;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.kube.source.Changes;
import dev.coppice.kube.source.Reports;

/** Which changes of other objects wake a PodCliqueScalingGroup. */
final class GroupUpdateFilters {

  private GroupUpdateFilters() {}

  static boolean podClique(PodClique now, PodClique before) {
    return Changes.ofRequest(now, before) || Reports.differ(now, before);
  }

  static boolean podCliqueSet(PodCliqueSet now, PodCliqueSet before) {
    return Changes.ofRequest(now, before) || Reports.differ(now, before);
  }
}
