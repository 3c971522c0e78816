package dev.coppice.kube.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.kube.history.Question.Sort;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuestionTest {

  private static final String LEASE =
      "/apis/coordination.k8s.io/v1/namespaces/coppice-system/leases/operator";

  private static Optional<Question> asked(String method, String path) {
    StandardHttpRequest.Builder request = new StandardHttpRequest.Builder();
    request.uri("https://cluster.example:6443/proxy" + path);
    if (!method.equals("GET")) {
      request.method(method, "application/json", "{}");
    }
    return Question.of(request.build());
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api/v1/pods?limit=500, LIST, /api/v1/pods",
    "GET, /api/v1/namespaces/a/pods?labelSelector=x%3Dy&limit=500, LIST, /api/v1/pods",
    "GET, /api/v1/namespaces, LIST, /api/v1/namespaces",
    "GET, /apis/grove.io/v1alpha1/podcliquesets?watch=true&resourceVersion=7, WATCH,"
        + " /apis/grove.io/v1alpha1/podcliquesets",
    "POST, /api/v1/namespaces/a/pods, CREATE, /api/v1/pods",
    "POST, /apis/grove.io/v1alpha1/namespaces/a/podcliques, CREATE,"
        + " /apis/grove.io/v1alpha1/podcliques",
  })
  void knows_what_tells_of_revisions_and_of_what(
      String method, String path, Sort sort, String subject) {
    assertThat(asked(method, path))
        .get()
        .returns(sort, Question::sort)
        .returns(subject, Question::subject);
  }

  @ParameterizedTest
  @CsvSource({"GET", "PUT", "PATCH"})
  void follows_the_one_lease(String method) {
    assertThat(asked(method, LEASE))
        .get()
        .returns(Sort.LEASE, Question::sort)
        .returns(LEASE, Question::subject);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api/v1/pods?resourceVersion=0",
    "GET, /api/v1/pods?limit=500&resourceVersion=12",
    "GET, /api/v1/pods?limit=500&continue=abc",
    "GET, /api/v1/namespaces/a/pods/b",
    "PATCH, /api/v1/namespaces/a/pods/b",
    "PUT, /apis/grove.io/v1alpha1/namespaces/a/podcliques/b/status",
    "DELETE, /api/v1/namespaces/a/pods/b",
    "POST, /api/v1/namespaces/a/pods?dryRun=All",
    "POST, /api/v1/namespaces/a/pods/b/eviction",
    "GET, /apis/coordination.k8s.io/v1/namespaces/a/leases/b?resourceVersion=0",
    "DELETE, /apis/coordination.k8s.io/v1/namespaces/a/leases/b",
    "GET, /version",
    "GET, /apis/grove.io/v1alpha1",
  })
  void takes_nothing_for_proof_that_may_be_old(String method, String path) {
    assertThat(asked(method, path)).isEmpty();
  }

  @Test
  void a_look_asks_for_the_first_of_what_is_watched() {
    assertThat(
            asked(
                "GET",
                "/api/v1/namespaces/a/secrets?fieldSelector=metadata.name%3Db&watch=true"
                    + "&allowWatchBookmarks=true&resourceVersion=1412&timeoutSeconds=600"))
        .get()
        .returns(
            "/api/v1/namespaces/a/secrets?fieldSelector=metadata.name%3Db&limit=1", Question::list)
        .returns(OptionalLong.of(1412), Question::from);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api/v1/pods, 200, true",
    "GET, /api/v1/pods, 410, false",
    "POST, /api/v1/namespaces/a/pods, 201, true",
    "POST, /api/v1/namespaces/a/pods, 200, false",
    "POST, /api/v1/namespaces/a/pods, 409, false",
  })
  void a_status_tells_whether_the_body_shows_what_was_asked_for(
      String method, String path, int status, boolean shows) {
    assertThat(asked(method, path)).get().returns(shows, question -> question.isAnsweredBy(status));
  }
}
