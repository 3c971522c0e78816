package dev.coppice.faults;

import java.util.OptionalInt;

/**
 * A write of the operator as the proxy saw it.
 *
 * @param number its place in the order of arrival, from one
 * @param call what it asked for
 * @param auditId under which the API server's audit log has it, if it got there
 * @param answer the status with which the API server answered; empty if the write was held back, or
 *     no answer has come
 */
public record CountedWrite(int number, String call, String auditId, OptionalInt answer) {

  CountedWrite answered(int status) {
    return new CountedWrite(number, call, auditId, OptionalInt.of(status));
  }

  /** Whether the API server is known to have dealt with it. */
  public boolean reached() {
    return answer.isPresent();
  }

  @Override
  public String toString() {
    return call + (answer.isPresent() ? " -> " + answer.getAsInt() : " (held back)");
  }
}
