package dev.coppice.app;

/** How the process ends; the numbers are those of Grove's operator, where it has them. */
enum ExitCode {
  /** All done, or stopped on request. */
  OK(0),
  /** The command line makes no sense. */
  USAGE(1),
  /** The configuration cannot be read or is invalid. */
  CONFIGURATION(2),
  /** A port cannot be listened on, or the cluster's address and credentials cannot be read. */
  INITIALISATION(4),
  /** Controllers could not be started, the lease was lost, or a CRD was deleted. */
  OPERATION(6),
  /** The history of the API server's store was cut: the caches show what was taken back. */
  HISTORY(7);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
