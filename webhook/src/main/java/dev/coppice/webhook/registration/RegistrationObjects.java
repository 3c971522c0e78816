package dev.coppice.webhook.registration;

import dev.coppice.api.Labels;
import dev.coppice.core.admission.protection.TrustedUsers;
import dev.coppice.kube.trust.RegistrationName;
import dev.coppice.webhook.review.ReviewPath;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The registrations. A write that matches one is refused while the webhook is down, so that each
 * matches what it has to and nothing that keeps running workloads alive: never a status, a binding
 * or a namespace, nothing that is being deleted but another specification of it, and of the
 * children of a set only another specification, and those that somebody makes by hand. Autoscalers
 * are judged while it is there, and go on while it is not; so do schedulers that ask before they
 * evict.
 */
public final class RegistrationObjects {

  private static final String FAIL = "Fail";
  private static final String IGNORE = "Ignore";
  private static final String EXACT = "Exact";
  private static final String NO_SIDE_EFFECTS = "None";
  private static final List<String> REVIEW_VERSIONS = List.of("v1");

  /** How long the API server waits for an answer. */
  public static final int TIMEOUT_SECONDS = 10;

  // All autoscalers share a few workers, which a webhook that hangs would keep from the others.
  private static final int AUTOSCALER_TIMEOUT_SECONDS = 2;

  private static final LabelSelector EVERY_NAMESPACE = new LabelSelector();

  private static final LabelSelector OURS =
      new LabelSelectorBuilder().addToMatchLabels(Labels.MANAGED_BY, Labels.MANAGER).build();

  /** What is installed with the webhook bears these, registrations and Secret alike. */
  public static final Map<String, String> LABELS =
      Map.of(Labels.NAME, "coppice", Labels.COMPONENT, "webhook");

  private final Destination destination;
  private final boolean protects;
  private final TrustedUsers trusted;
  private final TrustedUsers scalers;
  private final Optional<JudgedQueues> queues;
  private final Optional<GuardedEvictions> evictions;

  /**
   * The registrations of one installation.
   *
   * @param protects whether what the operator made is protected
   * @param trusted whose writes are never held up by that; the operator is among them
   * @param scalers whose changes of replicas are never held up, so that they work while the webhook
   *     is down: the operator and autoscalers, but no people
   * @param queues what is done about Queues; empty if there are none
   * @param evictions whose evictions are guarded; empty if nobody's are
   */
  public RegistrationObjects(
      Destination destination,
      boolean protects,
      TrustedUsers trusted,
      TrustedUsers scalers,
      Optional<JudgedQueues> queues,
      Optional<GuardedEvictions> evictions) {
    this.destination = destination;
    this.protects = protects;
    this.trusted = trusted;
    this.scalers = scalers;
    this.queues = queues;
    this.evictions = evictions;
  }

  /** The objects, without whom to trust: the webhook itself says that. */
  public List<HasMetadata> all() {
    Stream<HasMetadata> always = Stream.of(defaulting(), sets(), topologies(), scales());
    return Stream.of(
            always,
            protects ? Stream.of(authorizer()) : Stream.<HasMetadata>empty(),
            queues.stream().map(this::queues),
            queues.stream().filter(JudgedQueues::sharedWithKai).map(_ -> queueDefaulting()),
            evictions.stream().map(this::guarding))
        .<HasMetadata>flatMap(objects -> objects)
        .toList();
  }

  /**
   * The Secret that the replicas keep their certificates in, without what is theirs: applied over
   * one that is in use it changes nothing.
   */
  public static Secret secret(String namespace, String name) {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .withLabels(LABELS)
        .endMetadata()
        .build();
  }

  private MutatingWebhookConfiguration defaulting() {
    return mutating(
        InstalledRegistrations.DEFAULTING,
        "pcs.defaulting.webhooks.grove.io",
        ReviewPath.DEFAULT_PODCLIQUESET,
        MatchedWrites.SETS);
  }

  private MutatingWebhookConfiguration mutating(
      RegistrationName registration, String name, ReviewPath path, List<RuleWithOperations> rules) {
    MutatingWebhook webhook =
        new MutatingWebhookBuilder()
            .withName(name)
            .withClientConfig(destination.clientConfig(path))
            .withRules(rules)
            .withMatchConditions(MatchConditions.NOT_TERMINATING)
            .withNamespaceSelector(EVERY_NAMESPACE)
            .withFailurePolicy(FAIL)
            .withMatchPolicy(EXACT)
            .withSideEffects(NO_SIDE_EFFECTS)
            .withReinvocationPolicy("Never")
            .withTimeoutSeconds(TIMEOUT_SECONDS)
            .withAdmissionReviewVersions(REVIEW_VERSIONS)
            .build();
    return new MutatingWebhookConfigurationBuilder()
        .withMetadata(metadata(registration))
        .withWebhooks(webhook)
        .build();
  }

  private ValidatingWebhookConfiguration sets() {
    return validating(
        InstalledRegistrations.SETS,
        webhook(
            "pcs.validating.webhooks.grove.io",
            ReviewPath.VALIDATE_PODCLIQUESET,
            MatchedWrites.SETS,
            List.of(MatchConditions.NOT_TERMINATING_OR_OTHER_SPEC)),
        newChildren());
  }

  // Whoever makes one by hand wants a set. The operator makes thousands, and is never asked.
  private ValidatingWebhook newChildren() {
    ValidatingWebhook webhook =
        webhook(
            "children.validating.webhooks.grove.io",
            ReviewPath.VALIDATE_CHILD,
            MatchedWrites.NEW_CHILDREN,
            List.of(MatchConditions.NOT_TERMINATING));
    webhook.setObjectSelector(
        new LabelSelectorBuilder()
            .addNewMatchExpression()
            .withKey(Labels.MANAGED_BY)
            .withOperator("NotIn")
            .withValues(Labels.MANAGER)
            .endMatchExpression()
            .build());
    return webhook;
  }

  private ValidatingWebhookConfiguration topologies() {
    return validating(
        InstalledRegistrations.TOPOLOGIES,
        webhook(
            "clustertopology.validating.webhooks.grove.io",
            ReviewPath.VALIDATE_CLUSTERTOPOLOGY,
            MatchedWrites.TOPOLOGIES,
            List.of(MatchConditions.NOT_TERMINATING_OR_OTHER_SPEC)));
  }

  private ValidatingWebhookConfiguration scales() {
    return validating(
        InstalledRegistrations.SCALES,
        webhook(
            "scale.validating.webhooks.grove.io",
            ReviewPath.VALIDATE_SCALE,
            MatchedWrites.SCALES,
            List.of(MatchConditions.OTHER_SPEC, MatchConditions.byOthers(scalers))),
        autoscalers());
  }

  // An autoscaler that somebody makes by hand may ask for what the set forbids.
  private ValidatingWebhook autoscalers() {
    ValidatingWebhook webhook =
        webhook(
            "autoscalers.validating.webhooks.grove.io",
            ReviewPath.VALIDATE_SCALE,
            MatchedWrites.SCALES_ALONE,
            List.of(
                MatchConditions.NOT_TERMINATING,
                MatchConditions.OTHER_REPLICAS,
                MatchConditions.BY_AUTOSCALERS));
    webhook.setFailurePolicy(IGNORE);
    webhook.setTimeoutSeconds(AUTOSCALER_TIMEOUT_SECONDS);
    return webhook;
  }

  private ValidatingWebhookConfiguration authorizer() {
    ValidatingWebhook webhook =
        webhook(
            "authorizer.webhooks.grove.io",
            ReviewPath.AUTHORIZER,
            MatchedWrites.MANAGED,
            List.of(MatchConditions.NOT_TERMINATING, MatchConditions.byOthers(trusted)));
    webhook.setObjectSelector(OURS);
    return validating(InstalledRegistrations.AUTHORIZER, webhook);
  }

  private ValidatingWebhookConfiguration queues(JudgedQueues judged) {
    ValidatingWebhook deletes =
        webhook(
            "deletes.queue.webhooks.grove.io",
            ReviewPath.VALIDATE_QUEUE,
            MatchedWrites.DELETED_QUEUES,
            List.of(MatchConditions.NOT_TERMINATING));
    deletes.setFailurePolicy(judged.protectsDeletion() ? FAIL : IGNORE);
    return validating(
        InstalledRegistrations.QUEUES,
        webhook(
            "queue.validating.webhooks.grove.io",
            ReviewPath.VALIDATE_QUEUE,
            MatchedWrites.QUEUES,
            List.of(MatchConditions.NOT_TERMINATING_OR_OTHER_SPEC)),
        deletes);
  }

  private MutatingWebhookConfiguration queueDefaulting() {
    return mutating(
        InstalledRegistrations.QUEUE_DEFAULTING,
        "queue.defaulting.webhooks.grove.io",
        ReviewPath.DEFAULT_QUEUE,
        MatchedWrites.QUEUES);
  }

  private ValidatingWebhookConfiguration guarding(GuardedEvictions guarded) {
    ValidatingWebhook deletes =
        webhook(
            "deletes.evictions.webhooks.grove.io",
            ReviewPath.GUARD_EVICTION,
            MatchedWrites.DELETED_PODS,
            List.of(
                MatchConditions.NOT_TERMINATING,
                MatchConditions.bySchedulers(guarded.schedulers())));
    deletes.setObjectSelector(OURS);
    // The object is an Eviction, which bears no labels.
    ValidatingWebhook polite =
        webhook(
            "evictions.webhooks.grove.io",
            ReviewPath.GUARD_EVICTION,
            MatchedWrites.EVICTIONS,
            List.of(MatchConditions.bySchedulers(guarded.schedulers())));
    for (ValidatingWebhook webhook : List.of(deletes, polite)) {
      webhook.setFailurePolicy(guarded.alone() ? FAIL : IGNORE);
      webhook.setSideEffects("NoneOnDryRun");
      webhook.setNamespaceSelector(guarded.namespaces());
    }
    return validating(InstalledRegistrations.EVICTIONS, deletes, polite);
  }

  private ValidatingWebhook webhook(
      String name,
      ReviewPath path,
      List<RuleWithOperations> rules,
      List<MatchCondition> conditions) {
    return new ValidatingWebhookBuilder()
        .withName(name)
        .withClientConfig(destination.clientConfig(path))
        .withRules(rules)
        .withMatchConditions(conditions)
        .withNamespaceSelector(EVERY_NAMESPACE)
        .withFailurePolicy(FAIL)
        .withMatchPolicy(EXACT)
        .withSideEffects(NO_SIDE_EFFECTS)
        .withTimeoutSeconds(TIMEOUT_SECONDS)
        .withAdmissionReviewVersions(REVIEW_VERSIONS)
        .build();
  }

  private static ValidatingWebhookConfiguration validating(
      RegistrationName name, ValidatingWebhook... webhooks) {
    return new ValidatingWebhookConfigurationBuilder()
        .withMetadata(metadata(name))
        .withWebhooks(webhooks)
        .build();
  }

  private static ObjectMeta metadata(RegistrationName name) {
    return new ObjectMetaBuilder().withName(name.name()).withLabels(LABELS).build();
  }
}
