package dev.coppice.http;

import java.time.Duration;

/**
 * What a server takes on, and for how long.
 *
 * @param connections at a time
 * @param idle how long a connection is kept for its next request
 * @param receiving how long a handshake may take, and a request from its first byte to its last
 * @param answering how long an answer may take, from the last byte of the request to its own
 */
public record ConnectionLimits(
    int connections, Duration idle, Duration receiving, Duration answering) {}
