package dev.coppice.http;

/** Why a server closed a connection that its peer would have kept. */
public enum ClosedFor {
  /** Somebody else needed its place. */
  ROOM,
  /** There was no place for it: everybody else was being answered. */
  TURNED_AWAY,
  /** No request came for too long. */
  IDLE,
  /** Its handshake, its request or the reading of its answer took too long. */
  OVERDUE
}
