package dev.coppice.http;

import java.util.concurrent.ThreadFactory;

/** What the requests of a server run on; each connection has a thread of its own. */
public enum ServerThreads {
  /**
   * Cheap, for many connections. All virtual threads of a process share a few processors and none
   * of them is ever interrupted for another, so that what computes holds up the rest.
   */
  VIRTUAL,
  /** For few connections, which wait for nobody else's work. */
  PLATFORM;

  ThreadFactory factory(String name) {
    return switch (this) {
      case VIRTUAL -> Thread.ofVirtual().name(name, 0).factory();
      case PLATFORM -> Thread.ofPlatform().name(name, 0).daemon().factory();
    };
  }
}
