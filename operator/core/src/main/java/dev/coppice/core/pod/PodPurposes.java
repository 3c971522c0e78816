package dev.coppice.core.pod;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.core.reconcile.Purpose;

/** Why a PodClique's planner acts. */
public final class PodPurposes {

  public static final Purpose CREATE_POD =
      Purpose.announced(
          ErrorCodes.CREATE_POD,
          "created",
          "pod",
          EventReasons.POD_CREATE_SUCCESSFUL,
          EventReasons.POD_CREATE_FAILED);

  public static final Purpose DELETE_POD =
      Purpose.announced(
          ErrorCodes.DELETE_POD,
          "deleted",
          "pod",
          EventReasons.POD_DELETE_SUCCESSFUL,
          EventReasons.POD_DELETE_FAILED);

  public static final Purpose SCALE_IN =
      Purpose.announced(
          ErrorCodes.DELETE_POD,
          "deleted",
          "surplus pod",
          EventReasons.POD_DELETE_SUCCESSFUL,
          EventReasons.POD_DELETE_FAILED);

  public static final Purpose DELETE_OUTDATED_POD =
      Purpose.announced(
          ErrorCodes.DELETE_POD,
          "deleted",
          "outdated pod",
          EventReasons.POD_DELETE_SUCCESSFUL,
          EventReasons.POD_DELETE_FAILED);

  /** Of those that stay when one goes that serves. */
  public static final Purpose READ_PODS =
      Purpose.unannounced(ErrorCodes.DELETE_POD, "read", "pods");

  /** Of a pod that is in another domain of nodes than the rest of its group. */
  public static final Purpose DELETE_SPLIT_POD =
      new Purpose(
          ErrorCodes.DELETE_POD,
          "deleted",
          "separated pod",
          EventReasons.GROUP_SPLIT,
          EventReasons.POD_DELETE_FAILED,
          true);

  static final Purpose REMOVE_GATE =
      Purpose.unannounced(ErrorCodes.REMOVE_POD_SCHEDULING_GATE, "released", "pod");

  static final Purpose RELEASE_STARTUP =
      Purpose.unannounced(ErrorCodes.RELEASE_POD_STARTUP, "released", "pod");

  public static final Purpose ADOPT = Purpose.unannounced(ErrorCodes.UPDATE_POD, "adopted", "pod");

  /** Of one that is not found by its labels any more. */
  public static final Purpose LABEL = Purpose.unannounced(ErrorCodes.UPDATE_POD, "labelled", "pod");

  /** Of one that an autoscaler counts, or does not any more. */
  public static final Purpose MARK_SCALE_UNIT =
      Purpose.unannounced(ErrorCodes.UPDATE_POD, "marked", "pod");

  static final Purpose UPDATE_REFERENCES =
      Purpose.unannounced(ErrorCodes.CREATE_OR_PATCH_POD_GANG, "updated", "PodGang");

  public static final Purpose UPDATE_STATUS =
      Purpose.announcedOnFailure(
          ErrorCodes.UPDATE_POD_CLIQUE_STATUS,
          "updated",
          "status",
          EventReasons.STATUS_UPDATE_FAILED);

  private PodPurposes() {}
}
