package dev.coppice.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.app.http.Page;
import dev.coppice.kube.authorization.Access;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsReadersTest {

  private final Map<String, Access> known = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private Instant now = Instant.EPOCH;
  private boolean away;
  private final MetricsReaders readers = new MetricsReaders(this::access, () -> now);

  private Access access(String token, String path) {
    asked.add(token + " " + path);
    if (away) {
      throw new KubernetesClientException("connection refused");
    }
    return known.getOrDefault(token, new Access.Unknown());
  }

  private int status(@Nullable String authorization) {
    return readers.refusal("/metrics", authorization).map(Page::status).orElse(200);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "Basic Zm9v", "bearer"})
  void who_shows_no_token_is_refused_without_asking(@Nullable String authorization) {
    assertThat(status(authorization)).isEqualTo(401);
    assertThat(asked).isEmpty();
  }

  @Test
  void who_is_allowed_reads() {
    known.put("good", new Access.Allowed("prometheus"));

    assertThat(status("Bearer good")).isEqualTo(200);
    assertThat(asked).containsExactly("good /metrics");
  }

  @Test
  void who_is_known_and_not_allowed_is_told_who_he_is() {
    known.put("some", new Access.Refused("system:serviceaccount:a:b"));

    assertThat(readers.refusal("/metrics", "Bearer some"))
        .contains(Page.text(403, "system:serviceaccount:a:b may not get /metrics\n"));
  }

  @Test
  void an_unknown_token_is_not_valid() {
    assertThat(status("Bearer old")).isEqualTo(401);
  }

  @Test
  void a_scraper_is_asked_about_once_a_minute() {
    known.put("good", new Access.Allowed("prometheus"));

    for (int second = 0; second < 120; second += 15) {
      now = Instant.EPOCH.plusSeconds(second);
      assertThat(status("Bearer good")).isEqualTo(200);
    }

    assertThat(asked).hasSize(2);
  }

  @Test
  void a_right_that_is_given_works_after_seconds() {
    known.put("some", new Access.Refused("prometheus"));
    assertThat(status("Bearer some")).isEqualTo(403);

    known.put("some", new Access.Allowed("prometheus"));
    assertThat(status("Bearer some")).isEqualTo(403);
    now = now.plus(MetricsReaders.REFUSED_FOR);
    assertThat(status("Bearer some")).isEqualTo(200);
  }

  @Test
  void a_right_that_is_taken_away_ends_after_a_minute() {
    known.put("good", new Access.Allowed("prometheus"));
    assertThat(status("Bearer good")).isEqualTo(200);

    known.clear();
    now = now.plus(MetricsReaders.ALLOWED_FOR).minus(Duration.ofMillis(1));
    assertThat(status("Bearer good")).isEqualTo(200);
    now = now.plusMillis(1);
    assertThat(status("Bearer good")).isEqualTo(401);
  }

  @Test
  void while_nobody_can_be_asked_nobody_new_reads_and_the_next_one_asks_again() {
    away = true;
    Optional<Page> refusal = readers.refusal("/metrics", "Bearer good");
    assertThat(refusal)
        .hasValueSatisfying(page -> {
          assertThat(page.status()).isEqualTo(503);
          assertThat(page.body()).startsWith("the API server cannot be asked who this is: ");
        });

    away = false;
    known.put("good", new Access.Allowed("prometheus"));
    assertThat(status("Bearer good")).isEqualTo(200);
  }

  @Test
  void many_wrong_tokens_push_out_what_is_remembered_and_no_more() {
    known.put("good", new Access.Allowed("prometheus"));
    assertThat(status("Bearer good")).isEqualTo(200);

    for (int i = 0; i < MetricsReaders.REMEMBERED; i++) {
      assertThat(status("Bearer wrong-" + i)).isEqualTo(401);
    }

    assertThat(status("Bearer good")).isEqualTo(200);
    assertThat(asked).hasSize(MetricsReaders.REMEMBERED + 2);
  }
}
