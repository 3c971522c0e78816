package dev.coppice.faults;

/** A time in which the operator, once it is killed, is not started again. */
public interface Absence extends AutoCloseable {

  /** Whether it has been killed, by whomever. */
  boolean hasBegun();

  /** Kills the operator unless that has happened. */
  void begin();

  /** Lets it start. */
  @Override
  void close();
}
