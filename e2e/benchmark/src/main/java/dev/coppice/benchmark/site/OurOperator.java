package dev.coppice.benchmark.site;

import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.OperatorProcessBuilder;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The operator of this checkout. */
public final class OurOperator implements MeasuredOperator {

  /** How it names itself, whatever version follows. */
  public static final String USER_AGENT = "coppice-operator";

  private final Clock clock;
  private OperatorProcess process;

  private OurOperator(OperatorProcess process, Clock clock) {
    this.process = process;
    this.clock = clock;
  }

  /** Starts it and waits until it is ready. */
  public static OurOperator start(OperatorProcessBuilder builder, Clock clock) {
    return new OurOperator(builder.start(), clock);
  }

  @Override
  public void stop() {
    process.terminate();
  }

  @Override
  public Start start() {
    Instant launched = clock.instant();
    process = process.startAgain();
    return new Start(launched, Optional.of(clock.instant()));
  }

  @Override
  public boolean alive() {
    return process.alive();
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public String description() {
    List<String> command = process.command();
    return "java " + String.join(" ", command.subList(1, command.indexOf("-cp")));
  }

  @Override
  public void close() {
    process.close();
  }
}
