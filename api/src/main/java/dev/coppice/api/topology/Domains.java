package dev.coppice.api.topology;

/** What the names of topology levels and the node labels behind them look like. */
final class Domains {

  /** The name of a level. */
  static final String NAME = "^[a-z][a-z0-9-]*$";

  /** The key of a label: an optional prefix and a slash, then a name. */
  static final String LABEL_KEY =
      "^([A-Za-z0-9_.-]*[A-Za-z0-9]/)?[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?$";

  private Domains() {}
}
