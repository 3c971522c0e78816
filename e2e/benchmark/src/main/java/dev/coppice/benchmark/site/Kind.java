package dev.coppice.benchmark.site;

/** A kind of object, by where the API server keeps it. */
public enum Kind {
  SET("/apis/grove.io/v1alpha1", "podcliquesets"),
  GROUP("/apis/grove.io/v1alpha1", "podcliquescalinggroups"),
  CLIQUE("/apis/grove.io/v1alpha1", "podcliques"),
  GANG("/apis/scheduler.grove.io/v1alpha1", "podgangs"),
  SERVICE("/api/v1", "services"),
  DEPLOYMENT("/apis/apps/v1", "deployments"),
  REPLICA_SET("/apis/apps/v1", "replicasets"),
  POD("/api/v1", "pods");

  private final String api;
  private final String plural;

  Kind(String api, String plural) {
    this.api = api;
    this.plural = plural;
  }

  /** Its plural name. */
  public String plural() {
    return plural;
  }

  /** Address of all of a namespace, below that of the API server. */
  String path(String namespace) {
    return "%s/namespaces/%s/%s".formatted(api, namespace, plural);
  }
}
