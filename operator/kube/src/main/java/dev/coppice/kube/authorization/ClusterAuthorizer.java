package dev.coppice.kube.authorization;

import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * Asks the API server: a TokenReview who it is, and a SubjectAccessReview what he may do. Takes the
 * rights of the cluster role {@code system:auth-delegator}.
 */
public final class ClusterAuthorizer implements Authorizer {

  private final KubernetesClient client;

  /** Asks through the given client. */
  public ClusterAuthorizer(KubernetesClient client) {
    this.client = client;
  }

  @Override
  public Access access(String token, String path) {
    TokenReview review =
        client
            .resource(new TokenReviewBuilder().withNewSpec().withToken(token).endSpec().build())
            .create();
    if (!Boolean.TRUE.equals(review.getStatus().getAuthenticated())) {
      return new Access.Unknown();
    }
    UserInfo user = review.getStatus().getUser();
    SubjectAccessReview answer = client.resource(question(user, path)).create();
    return Boolean.TRUE.equals(answer.getStatus().getAllowed())
        ? new Access.Allowed(user.getUsername())
        : new Access.Refused(user.getUsername());
  }

  private static SubjectAccessReview question(UserInfo user, String path) {
    return new SubjectAccessReviewBuilder()
        .withNewSpec()
        .withUser(user.getUsername())
        .withUid(user.getUid())
        .withGroups(user.getGroups())
        .withExtra(user.getExtra())
        .withNewNonResourceAttributes()
        .withPath(path)
        .withVerb("get")
        .endNonResourceAttributes()
        .endSpec()
        .build();
  }
}
