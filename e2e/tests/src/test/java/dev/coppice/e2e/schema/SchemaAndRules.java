package dev.coppice.e2e.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;

/** The API server with nothing but the schema, and the rules, given the same objects. */
final class SchemaAndRules {

  private static final int UNPROCESSABLE = 422;

  private final RuleTable rules = new RuleTable(RuleTable.EVERYTHING_ON);
  private final KubernetesClient client;

  SchemaAndRules(KubernetesClient client) {
    this.client = client;
  }

  /** Both refuse a new set. */
  void refuse(SampleSet set) {
    assertThat(rules.create(set).violations()).isNotEmpty();
    refuses(() -> create(set));
  }

  /** Both accept a new set. */
  void accept(SampleSet set) {
    assertThat(rules.create(set).violations()).isEmpty();
    assertThatCode(() -> create(set)).doesNotThrowAnyException();
  }

  /** Both refuse a change of a set, which is stored for it. */
  void refuse(SampleSet before, SampleSet after) {
    HasMetadata stored = object(before).create();

    assertThat(rules.update(before, after).violations()).isNotEmpty();
    refuses(() -> update(stored, after));
  }

  /** Both accept a change of a set, which is stored for it. */
  void accept(SampleSet before, SampleSet after) {
    HasMetadata stored = object(before).create();

    assertThat(rules.update(before, after).violations()).isEmpty();
    assertThatCode(() -> update(stored, after)).doesNotThrowAnyException();
  }

  /** Asks the API server alone. */
  void create(SampleSet set) {
    object(set).dryRun(true).create();
  }

  private void update(HasMetadata stored, SampleSet after) {
    String version = "\"" + stored.getMetadata().getResourceVersion() + "\"";
    object(after.with("/metadata/resourceVersion", version)).dryRun(true).update();
  }

  private Resource<GenericKubernetesResource> object(SampleSet set) {
    GenericKubernetesResource object =
        Serialization.unmarshal(set.tree().toString(), GenericKubernetesResource.class);
    return client
        .genericKubernetesResources(object.getApiVersion(), object.getKind())
        .resource(object);
  }

  private static void refuses(Runnable write) {
    assertThatExceptionOfType(KubernetesClientException.class)
        .isThrownBy(write::run)
        .satisfies(refusal -> assertThat(refusal.getCode()).isEqualTo(UNPROCESSABLE));
  }
}
