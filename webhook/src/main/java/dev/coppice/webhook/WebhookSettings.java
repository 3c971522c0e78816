package dev.coppice.webhook;

import dev.coppice.core.admission.protection.TrustedUsers;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.webhook.certificate.ServerNames;
import dev.coppice.webhook.eviction.EvictionSettings;
import dev.coppice.webhook.registration.JudgedQueues;
import dev.coppice.webhook.server.Limits;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What an administrator decides about the webhook.
 *
 * @param address where it listens; port 0 for any free one
 * @param protects whether what the operator made is protected
 * @param trusted who may change it all the same
 * @param queues what is done about Queues that somebody writes; empty if there are none
 * @param evictions how gangs are kept from being evicted too early; empty if that is not done here
 */
public record WebhookSettings(
    InetSocketAddress address,
    Certificates certificates,
    boolean protects,
    TrustedUsers trusted,
    AdmissionSettings rules,
    Optional<JudgedQueues> queues,
    Optional<EvictionSettings> evictions,
    Limits limits) {

  /** Where the certificate comes from. */
  public sealed interface Certificates {

    /** Under which the API server reaches the replicas. */
    ServerNames names();

    /** The replicas make it, and keep it in a Secret. */
    record SelfMade(String namespace, String secretName, ServerNames names)
        implements Certificates {}

    /** Somebody else puts it into a folder. */
    record Mounted(Path folder, ServerNames names) implements Certificates {}
  }
}
