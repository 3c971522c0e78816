package dev.coppice.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiCallTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET    | /api/v1/namespaces/a/pods/web-0                                  | false
          POST   | /api/v1/namespaces/a/pods                                        | true
          DELETE | /api/v1/namespaces/a/pods/web-0                                  | true
          PATCH  | /apis/grove.io/v1alpha1/namespaces/a/podcliques/web/status       | true
          POST   | /api/v1/namespaces/a/events                                      | false
          PUT    | /apis/coordination.k8s.io/v1/namespaces/a/leases/coppice         | false
          POST   | /apis/authorization.k8s.io/v1/selfsubjectaccessreviews           | false
          """)
  void counts_writes_to_objects_of_a_namespace_but_leases_and_events(
      String method, String path, boolean counted) {
    ApiCall call = ApiCall.of(method, URI.create(path));

    assertThat(call.isCounted()).isEqualTo(counted);
  }

  @Test
  void names_object_and_subresource() {
    ApiCall call =
        ApiCall.of(
            "PUT",
            URI.create("/apis/grove.io/v1alpha1/namespaces/a/podcliques/web/status?dryRun=All"));

    assertThat(call).hasToString("PUT podcliques/web/status").returns("a", ApiCall::namespace);
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/pods?labelSelector=x&watch=true, true",
    "/api/v1/pods?watch=false, false",
    "/api/v1/pods, false"
  })
  void tells_watches_from_lists(String path, boolean watch) {
    assertThat(ApiCall.of("GET", URI.create(path)).watch()).isEqualTo(watch);
  }
}
