package dev.coppice.webhook.certificate;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a Secret holds, as far as it can be read. What is not there is empty or null.
 *
 * @param authorities the newest first
 * @param authorityKey of the first of them
 * @param chain what is to be presented
 * @param key of the first certificate in it
 * @param unreadable the keys of the Secret that hold something else
 */
record StoredPair(
    List<X509Certificate> authorities,
    @Nullable PrivateKey authorityKey,
    List<X509Certificate> chain,
    @Nullable PrivateKey key,
    Set<String> unreadable) {

  StoredPair {
    authorities = List.copyOf(authorities);
    chain = List.copyOf(chain);
    unreadable = Set.copyOf(unreadable);
  }
}
