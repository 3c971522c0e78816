package dev.coppice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.StandardHttpClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientsTest {

  @Test
  void reads_objects_without_the_record_of_field_ownership() {
    String json =
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"a",
         "managedFields":[{"manager":"kubectl","operation":"Update","fieldsV1":{"f:spec":{}}}],
         "labels":{"colour":"red"}}}\
        """;

    Pod pod = Clients.serialization().unmarshal(json, Pod.class);

    assertThat(pod.getMetadata().getManagedFields()).isEmpty();
    assertThat(pod.getMetadata().getAdditionalProperties()).isEmpty();
    assertThat(pod.getMetadata().getLabels()).containsEntry("colour", "red");
  }

  @Test
  void reads_an_object_with_any_quantity_so_that_it_can_be_compared() {
    String json =
        """
        {"apiVersion":"grove.io/v1alpha1","kind":"PodClique","metadata":{"name":"a"},
         "spec":{"podSpec":{"containers":[{"name":"m","resources":{"limits":
           {"cpu":"1e999999999","memory":"boom"}}}]}},
         "status":{"requested":{"cpu":"1e-999999999"}}}\
        """;
    PodClique one = Clients.serialization().unmarshal(json, PodClique.class);
    PodClique other = Clients.serialization().unmarshal(json, PodClique.class);

    assertTimeoutPreemptively(
        Duration.ofSeconds(5), () -> assertThat(one).isEqualTo(other).hasSameHashCodeAs(other));
    assertThat(Clients.serialization().asJson(one))
        .contains("\"cpu\":\"1e999999999\"", "\"memory\":\"boom\"", "\"cpu\":\"1e-999999999\"");
  }

  @Test
  void reads_equal_texts_of_several_objects_as_one() {
    String json =
        """
        {"apiVersion":"v1","kind":"Pod",
         "metadata":{"name":"%s","namespace":"shared","labels":{"role":"decode"}},
         "status":{"conditions":[{"type":"Ready","status":"True"}]}}\
        """;

    KubernetesSerialization serialization = Clients.serialization();

    Pod one = serialization.unmarshal(json.formatted("a"), Pod.class);
    Pod other = serialization.unmarshal(json.formatted("b"), Pod.class);

    assertThat(other.getMetadata().getName()).isEqualTo("b");
    assertThat(other.getMetadata().getNamespace()).isSameAs(one.getMetadata().getNamespace());
    assertThat(other.getMetadata().getLabels().get("role"))
        .isEqualTo("decode")
        .isSameAs(one.getMetadata().getLabels().get("role"));
    assertThat(other.getStatus().getConditions().getFirst().getType())
        .isSameAs(one.getStatus().getConditions().getFirst().getType());
  }

  @Test
  void reads_a_pod_without_what_no_decision_looks_at_and_writes_it_whole() {
    String json =
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},
         "spec":{"nodeName":"n","schedulingGates":[{"name":"g"}],
                 "containers":[{"name":"main","image":"i"}],"volumes":[{"name":"v"}]},
         "status":{"phase":"Running","podIPs":[{"ip":"10.0.0.1"}],
                   "containerStatuses":[{"name":"main","restartCount":2}]}}\
        """;

    Pod read = Clients.serialization().unmarshal(json, Pod.class);

    assertThat(read.getSpec().getNodeName()).isEqualTo("n");
    assertThat(read.getSpec().getSchedulingGates()).hasSize(1);
    assertThat(read.getSpec().getContainers())
        .singleElement()
        .returns("main", Container::getName)
        .returns(null, Container::getImage);
    assertThat(read.getSpec().getVolumes()).isEmpty();
    assertThat(read.getSpec().getAdditionalProperties()).isEmpty();
    assertThat(read.getStatus().getPodIPs()).isEmpty();
    assertThat(read.getStatus().getContainerStatuses().getFirst().getRestartCount()).isEqualTo(2);
    Pod whole = new KubernetesSerialization().unmarshal(json, Pod.class);
    assertThat(Clients.serialization().asJson(whole))
        .contains("\"containers\":[{", "\"volumes\"", "10.0.0.1");
  }

  @Test
  void reads_the_pod_of_a_template_whole() {
    PodClique clique = new PodClique();
    clique.setSpec(
        PodCliqueSpecBuilder.builder()
            .podSpec(
                new PodSpecBuilder()
                    .addNewContainer()
                    .withName("main")
                    .endContainer()
                    .withNodeSelector(Map.of("rack", "1"))
                    .build())
            .build());
    KubernetesSerialization serialization = Clients.serialization();

    PodClique read = serialization.unmarshal(serialization.asJson(clique), PodClique.class);

    assertThat(read.getSpec().podSpec()).isEqualTo(clique.getSpec().podSpec());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'MODIFIED','object':{'kind':'Pod','apiVersion':'v1','metadata':{'name':'a'}}}",
        "{'object':{'metadata':{'name':'a'},'apiVersion':'v1','kind':'Pod'},'type':'MODIFIED'}",
        "{'type':'MODIFIED','more':{'a':[1]},'object':{'kind':'Pod','metadata':{'name':'a'},"
            + "'spec':{'containers':[{'name':'main'}]},'apiVersion':'v1','status':{}}}"
      })
  void reads_the_object_of_a_watch_event_as_its_kind(String json) {
    WatchEvent event = watchEvent(json);

    assertThat(event.getType()).isEqualTo("MODIFIED");
    assertThat(event.getObject())
        .isInstanceOfSatisfying(
            Pod.class, pod -> assertThat(pod.getMetadata().getName()).isEqualTo("a"));
  }

  @Test
  void reads_the_event_that_ends_a_watch_and_kinds_that_it_does_not_know() {
    assertThat(
            watchEvent("{'type':'ERROR','object':{'kind':'Status','apiVersion':'v1','code':410}}")
                .getObject())
        .isInstanceOfSatisfying(
            Status.class, status -> assertThat(status.getCode()).isEqualTo(410));
    assertThat(
            watchEvent(
                    "{'type':'ADDED','object':{'kind':'Lease','apiVersion':'a/v1','metadata':{}}}")
                .getObject())
        .isInstanceOf(GenericKubernetesResource.class);
    assertThat(watchEvent("{'type':'ADDED','object':{'a':1,'metadata':{}}}").getObject())
        .isInstanceOf(GenericKubernetesResource.class);
  }

  @Test
  void reads_the_object_of_a_watch_event_as_our_own_kind() {
    assertThat(
            watchEvent(
                    "{'type':'ADDED','object':{'apiVersion':'grove.io/v1alpha1','kind':'PodClique',"
                        + "'metadata':{'name':'a'}}}")
                .getObject())
        .isInstanceOf(PodClique.class);
  }

  @Test
  void learns_to_read_each_kind_before_there_is_an_object_of_it() {
    assertThatCode(Clients::prepareReading).doesNotThrowAnyException();
  }

  @Test
  void looks_for_a_new_token_only_where_there_is_one() {
    assertThat(interceptors(new ConfigBuilder(Config.empty()).build()))
        .contains("observer")
        .doesNotContain(TokenRefreshInterceptor.NAME);
    assertThat(interceptors(new ConfigBuilder(Config.empty()).withAutoOAuthToken("t").build()))
        .contains("observer", TokenRefreshInterceptor.NAME);
    assertThat(
            interceptors(
                new ConfigBuilder(Config.empty()).withUsername("u").withPassword("p").build()))
        .contains(TokenRefreshInterceptor.NAME);
  }

  private static Set<String> interceptors(Config config) {
    return ((StandardHttpClientBuilder<?, ?, ?>)
            Clients.http(config, Map.of("observer", new Interceptor() {})))
        .getInterceptors()
        .keySet();
  }

  private static WatchEvent watchEvent(String json) {
    return Clients.serialization().unmarshal(json.replace('\'', '"'), WatchEvent.class);
  }
}
