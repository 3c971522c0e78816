package dev.coppice.testkit.junit;

/**
 * A namespace that one test has for itself; what is in it is deleted when the test is over.
 *
 * @param name as the API server knows it
 */
public record TestNamespace(String name) {

  @Override
  public String toString() {
    return name;
  }
}
