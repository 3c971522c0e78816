package dev.coppice.webhook.certificate;

import dev.coppice.kube.LogKeys;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate that is presented at present. Another one takes its place between two handshakes:
 * connections that are open stay open, and a handshake that has begun ends with what it began with.
 * Safe for use by many threads.
 */
public final class PresentedCertificate {

  private static final Logger LOGGER = LoggerFactory.getLogger(PresentedCertificate.class);

  private final AtomicReference<@Nullable Entry> current = new AtomicReference<>();
  private final CompletableFuture<Void> first = new CompletableFuture<>();

  /**
   * A handshake asks for the alias first and with it for certificate and key, so that the last one
   * is kept as well.
   */
  private record Entry(String alias, ServingIdentity identity, @Nullable Entry last) {
    @Nullable ServingIdentity find(String wanted) {
      if (alias.equals(wanted)) {
        return identity;
      }
      return last == null ? null : last.find(wanted);
    }

    Entry alone() {
      return new Entry(alias, identity, null);
    }
  }

  /** Nothing to present yet: handshakes fail until there is. */
  public PresentedCertificate() {}

  /**
   * From the next handshake on this one is presented, and if that is a change, the log says so.
   *
   * @param key one of {@link LogKeys}, for what the certificate is from
   */
  void present(ServingIdentity identity, String key, Object origin) {
    if (present(identity)) {
      LOGGER
          .atInfo()
          .addKeyValue(key, origin)
          .addKeyValue(LogKeys.EXPIRES, identity.expires())
          .log("Presenting another certificate");
    }
  }

  /** From the next handshake on this one is presented; whether that is a change. */
  public boolean present(ServingIdentity identity) {
    Entry before = current.get();
    if (before != null && before.identity().equals(identity)) {
      return false;
    }
    long number = before == null ? 0 : Long.parseLong(before.alias()) + 1;
    current.set(new Entry(Long.toString(number), identity, before == null ? null : before.alone()));
    first.complete(null);
    return true;
  }

  /** Completes when there is something to present. */
  public CompletionStage<Void> first() {
    return first.minimalCompletionStage();
  }

  /** What is presented; empty before the first. */
  public Optional<ServingIdentity> get() {
    return Optional.ofNullable(current.get()).map(Entry::identity);
  }

  /** TLS with this certificate. */
  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {new Keys(current)}, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK has no TLS", e);
    }
  }

  private static final class Keys extends X509ExtendedKeyManager {

    private final AtomicReference<@Nullable Entry> current;

    Keys(AtomicReference<@Nullable Entry> current) {
      this.current = current;
    }

    private @Nullable String alias(String keyType) {
      Entry entry = current.get();
      return entry != null && keyType.equals(entry.identity().privateKey().getAlgorithm())
          ? entry.alias()
          : null;
    }

    private @Nullable ServingIdentity find(String alias) {
      Entry entry = current.get();
      return entry == null ? null : entry.find(alias);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
        String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
      return alias(keyType);
    }

    @Override
    public @Nullable String chooseServerAlias(
        String keyType, Principal @Nullable [] issuers, Socket socket) {
      return alias(keyType);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
      ServingIdentity identity = find(alias);
      return identity == null ? null : identity.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
      ServingIdentity identity = find(alias);
      return identity == null ? null : identity.privateKey();
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
      String alias = alias(keyType);
      return alias == null ? null : new String[] {alias};
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
      return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
        String[] keyTypes, Principal @Nullable [] issuers, Socket socket) {
      return null;
    }
  }
}
