package dev.coppice.faults;

import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import java.nio.file.Path;

/** An operator whose calls and events are late by chance, and that dies now and then. */
public final class Storm implements AutoCloseable {

  private final FaultProxy proxy;
  private final OperatorBehindProxy operator;

  private Storm(FaultProxy proxy, OperatorBehindProxy operator) {
    this.proxy = proxy;
    this.operator = operator;
  }

  /** Starts an operator; no wind blows yet. */
  public static Storm over(ControlPlane plane, Path directory) {
    FaultProxy proxy =
        FaultProxy.start(plane.kubeconfig(PlaneUser.OPERATOR), directory.resolve("proxy"));
    return new Storm(proxy, OperatorBehindProxy.start(directory.resolve("operator"), proxy));
  }

  /**
   * Lets everything that concerns a namespace be late, and the operator die.
   *
   * @param kills how often it dies
   * @param among how many writes it dies at one of, counted from the first
   */
  public void rise(String namespace, long seed, int kills, int among) {
    proxy.follow(new FaultPlan(namespace, new Gusts(seed, kills, among), operator::kill));
  }

  /** Lets nothing happen any more, and waits until the operator runs. */
  public void calm() {
    proxy.follow(FaultPlan.none());
    operator.awaitReady();
  }

  /** How often the operator has died. */
  public int kills() {
    return operator.kills();
  }

  @Override
  public void close() {
    operator.close();
    proxy.close();
  }
}
