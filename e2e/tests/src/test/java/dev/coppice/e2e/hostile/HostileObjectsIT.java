package dev.coppice.e2e.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.e2e.hostile.Tenant.Answer;
import dev.coppice.testkit.junit.OnCoppice;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a tenant puts into the API: the same processes go on serving everybody else, the
 * tenant's own object says what is wrong with it, and deleting it leaves nothing.
 */
@OnCoppice
class HostileObjectsIT extends HostileScene {

  static Stream<Arguments> refusals() {
    return Stream.of(
        // A number.
        refusal(
            "cpu 1e40000000",
            HostileSet.of(0, "", HostileSet.container("{\"cpu\":\"1e40000000\"}", "")),
            "Invalid value"),
        refusal(
            "memory of 2^63",
            HostileSet.of(0, "", HostileSet.container("{\"memory\":\"9223372036854775808\"}", "")),
            "Invalid value"),
        refusal(
            "sizeLimit 1e999999999",
            HostileSet.of(
                0,
                "",
                HostileSet.container(
                    ",\"volumes\":[{\"name\":\"a\",\"emptyDir\":{\"sizeLimit\":\"1e999999999\"}}]")),
            "Invalid value"),
        refusal(
            "overhead of 41 digits",
            HostileSet.of(
                0,
                "",
                HostileSet.container(",\"overhead\":{\"cpu\":\"%s\"}".formatted("1".repeat(41)))),
            "Invalid value"),
        // What the model cannot hold.
        refusal(
            "a generation that is no number",
            HostileSet.of(0, "", HostileSet.container(HostileSet.badClaim())),
            "generation"),
        refusal(
            "containers that are none",
            HostileSet.of(0, "", "\"containers\":[5]"),
            "containers[0]"),
        refusal(
            "thousands of levels",
            HostileSet.of(0, "", HostileSet.container(",\"x\":" + HostileSet.nested(5_000))),
            "depth"),
        // One request.
        refusal("a schedulerName of 512 KiB beside others", HostileSet.ofLongScheduler(), ""),
        refusal(
            "2.9 MB of empty objects",
            HostileSet.of(0, "", HostileSet.container(",\"x\":" + HostileSet.empties(2_900_000))),
            ""),
        // What would have to be kept.
        refusal(
            "a set of 1.3 MB",
            HostileSet.of(
                0, "", HostileSet.container(",\"x\":\"%s\"".formatted("y".repeat(LARGEST_OBJECT)))),
            "262144"),
        refusal(
            "100 KiB in each of 1,000 replicas",
            HostileSet.of(
                1_000, "", HostileSet.container(",\"x\":\"%s\"".formatted("y".repeat(100 << 10)))),
            "67108864"),
        refusal(
            "240 annotations that 1,000 PodGangs would carry",
            HostileSet.of(1_000, HostileSet.annotations(240, 1_000), HostileSet.container("")),
            "67108864"));
  }

  private static Arguments refusal(String what, String set, String why) {
    return Arguments.of(what, set, why);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void a_set_that_costs_too_much_is_refused(String what, String set, String why) {
    Answer answer = tenant.create(set);

    assertThat(answer.isSuccess()).as(answer.body()).isFalse();
    assertThat(answer.body()).contains(why).hasSizeLessThan(128 << 10);
    others.assertServed();
  }

  static Stream<Arguments> stored() {
    return Stream.of(
        stored(
            "a number that nobody can count",
            HostileSet.of(1, "", HostileSet.container("{\"cpu\":\"1e999999999\"}", "")),
            "False Invalid: spec.template.cliques[0].spec.podSpec.containers[0].resources"),
        stored(
            "a generation that is no number",
            HostileSet.of(1, "", HostileSet.container(HostileSet.badClaim())),
            "False Unreadable: cannot be read: "
                + "spec.template.cliques[0].spec.podSpec.volumes[0].ephemeral"
                + ".volumeClaimTemplate.metadata.generation"),
        stored(
            "a generation that is a list",
            HostileSet.of(1, "", HostileSet.container(HostileSet.claim("\"generation\":[1]"))),
            "False Unreadable: cannot be read: "
                + "spec.template.cliques[0].spec.podSpec.volumes[0].ephemeral"
                + ".volumeClaimTemplate.metadata.generation"),
        stored(
            "thousands of levels",
            HostileSet.of(1, "", HostileSet.container(",\"x\":" + HostileSet.nested(5_000))),
            "False Unreadable: cannot be read: "),
        stored(
            "a name of 60,000 characters",
            HostileSet.of(
                1,
                "",
                HostileSet.container(
                    HostileSet.claim("\"generation\":{\"%s\":1}".formatted("k".repeat(60_000))))),
            "False Unreadable: cannot be read: spec.template.cliques[0].spec.podSpec.volumes[0].ephemeral"),
        stored(
            "a million empty objects",
            HostileSet.of(
                1, "", HostileSet.container(",\"x\":" + HostileSet.empties(LARGEST_OBJECT))),
            "False Unreadable: cannot be read: "));
  }

  private static Arguments stored(String what, String set, String told) {
    return Arguments.of(what, set, told);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("stored")
  void a_set_that_came_while_the_webhook_was_away_says_what_is_wrong_with_it(
      String what, String set, String told) {
    webhook.unregister();
    assertThat(tenant.create(set)).matches(Answer::isSuccess, "is stored");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(Tenant.condition(tenant.get(HostileSet.NAME), "Valid")).startsWith(told);
          assertThat(Tenant.condition(tenant.get(HostileSet.NAME), "Ready")).startsWith("False ");
        });
    assertThat(tenant.pods()).isEmpty();
    webhook.ensureAnswering();
    others.assertServed();
    tenant.deleteAll();
  }

  static Stream<Arguments> changes() {
    return Stream.of(
        Arguments.of(
            "a set that is being deleted",
            (Function<Tenant, Answer>)
                tenant -> {
                  tenant.create(
                      HostileSet.of(
                          1, ",\"finalizers\":[\"example.com/mine\"]", HostileSet.container("")));
                  tenant.delete(HostileSet.NAME);
                  return tenant.patchSet(
                      HostileSet.NAME,
                      "{\"spec\":{\"template\":{\"cliques\":[%s]}}}"
                          .formatted(
                              HostileSet.clique(
                                  "worker", HostileSet.container(HostileSet.badClaim()))));
                }),
        Arguments.of(
            "a PodClique",
            (Function<Tenant, Answer>)
                tenant -> {
                  tenant.create(HostileSet.of(1, "", HostileSet.container("")));
                  await().atMost(PATIENCE).until(() -> tenant.pods().size() == 1);
                  return tenant.patchClique(
                      HostileSet.NAME + "-0-worker",
                      "{\"spec\":{\"podSpec\":{%s}}}"
                          .formatted(HostileSet.container(HostileSet.badClaim())));
                }));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changes")
  void what_cannot_be_read_is_not_stored_by_a_change_of(
      String what, Function<Tenant, Answer> change) {
    Answer answer = change.apply(tenant);

    assertThat(answer.isSuccess()).as(answer.body()).isFalse();
    assertThat(answer.body()).contains("generation");
    others.assertServed();
    tenant.deleteAll();
  }

  @Test
  void a_podclique_that_cannot_be_read_keeps_its_pod_and_says_so() {
    tenant.create(HostileSet.of(1, "", HostileSet.container("")));
    await().atMost(PATIENCE).until(() -> tenant.pods().size() == 1);
    var before = tenant.pods();
    webhook.unregister();
    String clique = HostileSet.NAME + "-0-worker";

    assertThat(
            tenant.patchClique(
                clique,
                "{\"spec\":{\"podSpec\":{%s}}}"
                    .formatted(HostileSet.container(HostileSet.badClaim()))))
        .matches(Answer::isSuccess, "is stored");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(Tenant.condition(tenant.getClique(clique), "Ready"))
              .startsWith("False Unreadable: ");
          assertThat(Tenant.condition(tenant.get(HostileSet.NAME), "Ready"))
              .startsWith("False Unreadable: ");
        });
    assertThat(tenant.pods()).isEqualTo(before);
    webhook.ensureAnswering();
    others.assertServed();
    tenant.deleteAll();
  }

  @Test
  void a_podclique_of_two_billion_pods_whose_set_is_gone_is_left_alone() {
    tenant.create(HostileSet.of(1, "", HostileSet.container("")));
    await().atMost(PATIENCE).until(() -> tenant.pods().size() == 1);
    var before = tenant.pods();
    webhook.unregister();
    String clique = HostileSet.NAME + "-0-worker";
    assertThat(tenant.patchClique(clique, "{\"spec\":{\"replicas\":2147483647}}"))
        .matches(Answer::isSuccess, "is stored");
    webhook.ensureAnswering();

    tenant.orphan(HostileSet.NAME);

    others.assertServed();
    assertThat(tenant.pods()).isEqualTo(before);
    tenant.deleteClique(clique);
    await().atMost(PATIENCE).until(() -> tenant.pods().isEmpty());
  }

  @Test
  void a_number_below_a_field_that_nobody_knows_is_text() {
    String set =
        HostileSet.of(0, "", HostileSet.container(",\"x\":{\"limits\":{\"a\":\"1e999999999\"}}"));

    assertThat(tenant.create(set)).matches(Answer::isSuccess, "is stored");

    await()
        .atMost(PATIENCE)
        .until(() -> !Tenant.condition(tenant.get(HostileSet.NAME), "Ready").isEmpty());
    assertThat(Tenant.condition(tenant.get(HostileSet.NAME), "Valid")).isEmpty();
    others.assertServed();
    tenant.deleteAll();
  }
}
