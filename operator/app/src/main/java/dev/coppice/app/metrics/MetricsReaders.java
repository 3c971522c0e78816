package dev.coppice.app.metrics;

import dev.coppice.app.http.Page;
import dev.coppice.app.http.Readers;
import dev.coppice.kube.authorization.Access;
import dev.coppice.kube.authorization.Authorizer;
import dev.coppice.kube.client.FailureReason;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lets those read whom the API server knows by their token and allows to {@code get} the path, as
 * for its own metrics. What it said is remembered for a short time, so that a scraper costs two
 * calls a minute. Safe for use by many threads.
 */
public final class MetricsReaders implements Readers {

  /** A right that is taken away is still good for that long. */
  static final Duration ALLOWED_FOR = Duration.ofMinutes(1);

  /** A right that is given works after that long. */
  static final Duration REFUSED_FOR = Duration.ofSeconds(5);

  /** Who sends one wrong token after the other must not fill the memory. */
  static final int REMEMBERED = 256;

  private static final String SCHEME = "Bearer ";

  private final Authorizer authorizer;
  private final InstantSource clock;
  private final Map<String, Verdict> verdicts =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Verdict> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** What is remembered of one token and path. */
  private record Verdict(Access access, Instant until) {}

  /** Readers as the given authorizer knows them. */
  public MetricsReaders(Authorizer authorizer, InstantSource clock) {
    this.authorizer = authorizer;
    this.clock = clock;
  }

  @Override
  public Optional<Page> refusal(String path, @Nullable String authorization) {
    if (authorization == null || !authorization.startsWith(SCHEME)) {
      return Optional.of(Page.text(401, "a bearer token is required\n"));
    }
    try {
      return switch (access(authorization.substring(SCHEME.length()).strip(), path)) {
        case Access.Unknown _ -> Optional.of(Page.text(401, "the token is not valid\n"));
        case Access.Refused(String user) ->
            Optional.of(Page.text(403, "%s may not get %s\n".formatted(user, path)));
        case Access.Allowed _ -> Optional.empty();
      };
    } catch (KubernetesClientException e) {
      return Optional.of(
          Page.text(
              503, "the API server cannot be asked who this is: " + FailureReason.of(e) + "\n"));
    }
  }

  private Access access(String token, String path) {
    String key = digest(token) + path;
    Instant now = clock.instant();
    synchronized (verdicts) {
      Verdict known = verdicts.get(key);
      if (known != null && now.isBefore(known.until())) {
        return known.access();
      }
    }
    Access access = authorizer.access(token, path);
    Duration validity = access instanceof Access.Allowed ? ALLOWED_FOR : REFUSED_FOR;
    synchronized (verdicts) {
      verdicts.remove(key);
      verdicts.put(key, new Verdict(access, now.plus(validity)));
    }
    return access;
  }

  private static String digest(String token) {
    try {
      byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("the JDK has no SHA-256", e);
    }
  }
}
