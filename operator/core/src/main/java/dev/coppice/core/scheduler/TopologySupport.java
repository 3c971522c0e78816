package dev.coppice.core.scheduler;

/**
 * What a scheduler keeps of the constraints of a gang.
 *
 * @param extent how much
 * @param message why not all, for people
 */
public record TopologySupport(Extent extent, String message) {

  /** How much of them. */
  public enum Extent {
    /** None. */
    NONE,
    /** Of each recorded placement the one required level that holds all its pods together. */
    ONE_KEY_A_PLACEMENT,
    /** All. */
    ALL
  }

  /** All of them. */
  public static final TopologySupport ALL = new TopologySupport(Extent.ALL, "");

  /** None of them. */
  public static TopologySupport none(String why) {
    return new TopologySupport(Extent.NONE, why);
  }

  /** Whether a recorded placement may ask for one value of one node label. */
  public boolean isByPlacement() {
    return extent == Extent.ONE_KEY_A_PLACEMENT;
  }
}
