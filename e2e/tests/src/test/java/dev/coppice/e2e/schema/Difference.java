package dev.coppice.e2e.schema;

/**
 * A place where our schema says something else than Kubernetes' own.
 *
 * @param path fields from the embedded type on; {@code []} is an element of a list, <code>{}</code>
 *     a value of a map
 * @param facet what is said there
 * @param ours what our schema says
 * @param theirs what it should say
 */
record Difference(String path, String facet, String ours, String theirs) {

  @Override
  public String toString() {
    return "%s: %s is %s and should be %s".formatted(path, facet, ours, theirs);
  }
}
