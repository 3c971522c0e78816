package dev.coppice.http;

import java.net.InetAddress;

/** Is told what a server does to its connections. It must not wait for anything. */
@FunctionalInterface
public interface ConnectionObserver {

  /** Nobody is told. */
  ConnectionObserver NONE = (_, _) -> {};

  /** A connection from there was closed. */
  void closed(ClosedFor reason, InetAddress from);
}
