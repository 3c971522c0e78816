package dev.coppice.kube;

/** Keys of the values in our log lines. */
public final class LogKeys {

  /** Kind of the object that the line is about. */
  public static final String KIND = "kind";

  /** Its namespace. */
  public static final String NAMESPACE = "namespace";

  /** Its name. */
  public static final String NAME = "name";

  /** Why something happened, in one word. */
  public static final String REASON = "reason";

  /** Why something did not happen, in words. */
  public static final String FAILURE = "failure";

  /** A plan as YAML. */
  public static final String PLAN = "plan";

  private LogKeys() {}
}
