package dev.coppice.kube.trust;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Locale;

/**
 * Which object tells the API server to call a webhook.
 *
 * @param kind of the object
 */
public record RegistrationName(Kind kind, String name) {

  /** The two kinds of registrations. */
  public enum Kind {
    /** Of webhooks that change objects. */
    MUTATING("MutatingWebhookConfiguration"),
    /** Of webhooks that judge them. */
    VALIDATING("ValidatingWebhookConfiguration");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** How the client finds objects of the kind, without asking the API server about it. */
    public ResourceDefinitionContext context() {
      return new ResourceDefinitionContext.Builder()
          .withGroup("admissionregistration.k8s.io")
          .withVersion("v1")
          .withKind(text)
          .withPlural(text.toLowerCase(Locale.ROOT) + "s")
          .withNamespaced(false)
          .build();
    }

    /** As the API server writes it. */
    public String text() {
      return text;
    }
  }

  @Override
  public String toString() {
    return kind.text() + " " + name;
  }
}
