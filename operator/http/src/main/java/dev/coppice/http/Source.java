package dev.coppice.http;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * From where somebody is connected: an address of IPv4, or the 64 bits of one of IPv6 that stand
 * for a network, as whoever has one of its addresses has all of them.
 */
record Source(Class<? extends InetAddress> family, long network) {

  static Source of(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return address instanceof Inet4Address
        ? new Source(Inet4Address.class, bytes.getInt())
        : new Source(address.getClass(), bytes.getLong());
  }
}
