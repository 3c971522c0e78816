package dev.coppice.api.set;

/**
 * How long lists and texts may be at most, so that the API server can tell beforehand what the
 * rules in the schema cost. An administrator's caps lie below.
 */
final class Limits {

  static final long PARTS = 128;
  static final long NAME = 63;
  static final long DURATION = 64;

  /** What can stand in a host name. */
  static final String LABEL = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$";

  private Limits() {}
}
