package dev.coppice.http;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** What the requests of a server run on; each connection has a thread of its own. */
public enum ServerThreads {
  /**
   * Cheap, for many connections. All virtual threads of a process share a few processors and none
   * of them is ever interrupted for another, so that what computes holds up the rest.
   */
  VIRTUAL,
  /** For fewer connections, which wait for nobody else's work. */
  PLATFORM;

  /** As many as there are tasks; those of the platform are used again. */
  ExecutorService executor(String name) {
    return switch (this) {
      case VIRTUAL ->
          Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(name, 0).factory());
      case PLATFORM ->
          Executors.newCachedThreadPool(Thread.ofPlatform().name(name, 0).daemon().factory());
    };
  }
}
