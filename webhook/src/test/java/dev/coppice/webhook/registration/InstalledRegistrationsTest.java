package dev.coppice.webhook.registration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.kube.trust.RegistrationName;
import dev.coppice.webhook.registration.JudgedQueues.Kai;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstalledRegistrationsTest {

  @ParameterizedTest
  @CsvSource({
    "false, none,       false, '', authorizer, authorizer queue queue-defaulting eviction-guard",
    "true,  none,       false, authorizer, '', queue queue-defaulting eviction-guard",
    "true,  ABSENT,     false, authorizer queue, queue-defaulting, queue-defaulting eviction-guard",
    "true,  FOUND,      false, authorizer queue, queue-defaulting, eviction-guard",
    "true,  CONFIGURED, false, authorizer queue queue-defaulting, '', eviction-guard",
    "false, CONFIGURED, true,  queue queue-defaulting eviction-guard, authorizer, authorizer",
  })
  void what_is_switched_on_decides(
      boolean protects, String kai, boolean guards, String required, String optional, String off) {
    Optional<JudgedQueues> queues =
        kai.equals("none")
            ? Optional.empty()
            : Optional.of(new JudgedQueues(Kai.valueOf(kai), true, Optional.empty()));
    InstalledRegistrations installed = new InstalledRegistrations(protects, queues, guards);

    assertThat(installed.required().subList(0, 4))
        .extracting(RegistrationName::name)
        .allMatch(name -> name.matches("(podcliqueset|clustertopology|scale)-.*"));
    assertThat(text(installed.required().subList(4, installed.required().size())))
        .isEqualTo(required);
    assertThat(text(installed.optional())).isEqualTo(optional);
    assertThat(text(installed.switchedOff())).isEqualTo(off);
  }

  private static String text(List<RegistrationName> names) {
    return names.stream()
        .map(name -> name.name().replaceFirst("(-validating)?-webhook$", ""))
        .collect(Collectors.joining(" "));
  }
}
