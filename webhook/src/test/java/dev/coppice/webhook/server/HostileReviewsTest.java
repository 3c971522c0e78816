package dev.coppice.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Admission;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.protection.Protection;
import dev.coppice.core.admission.protection.TrustedUsers;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.webhook.decision.ProtectionReview;
import dev.coppice.webhook.decision.ScaleValidation;
import dev.coppice.webhook.decision.SetDefaulting;
import dev.coppice.webhook.decision.SetUpdates;
import dev.coppice.webhook.decision.Validation;
import dev.coppice.webhook.review.ReviewPath;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.Reviews;
import dev.coppice.webhook.review.Tokens;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever stands in a set, every review gets an answer, and a small one. */
class HostileReviewsTest {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Limits LIMITS = Limits.within(256 << 20);

  private static final String SET =
      """
      metadata: {name: web, namespace: ns, labels: {a: b}, annotations: {c: d}}
      spec:
        replicas: 1
        template:
          podCliqueScalingGroups: [{name: g, cliqueNames: [b], scaleConfig: {maxReplicas: 5}}]
          cliques:
          - name: a
            labels: {e: f}
            spec:
              roleName: a
              replicas: 1
              podSpec: {schedulerName: default-scheduler, containers: [{name: m, image: i, env: [{name: n, value: v}], resources: {limits: {cpu: "1"}}}]}
          - {name: b, spec: {roleName: b, replicas: 2, podSpec: {containers: [{name: m, image: i}]}}}
      """;

  private final Admission admission =
      new Admission(AdmissionSettings.standard(), new KnownObjects());
  private final Reviewer sets =
      new Validation<>(PodCliqueSet.class, admission::onCreate, new SetUpdates(admission));
  private final List<ReviewEndpoint> endpoints =
      List.of(
          endpoint(ReviewPath.VALIDATE_PODCLIQUESET, sets),
          endpoint(ReviewPath.DEFAULT_PODCLIQUESET, new SetDefaulting(sets)),
          endpoint(ReviewPath.VALIDATE_SCALE, new ScaleValidation(admission)),
          endpoint(
              ReviewPath.AUTHORIZER,
              new ProtectionReview(new Protection(TrustedUsers.CLUSTER, new KnownObjects()))));

  private static ReviewEndpoint endpoint(ReviewPath path, Reviewer reviewer) {
    return new ReviewEndpoint(
        path,
        reviewer,
        new Bodies(LIMITS.bodyBytes(), LIMITS.bufferedBytes()),
        new ReviewWork(LIMITS),
        LIMITS,
        new ReviewMeters(new SimpleMeterRegistry(), path),
        new UnderWay());
  }

  @Provide
  Arbitrary<JsonNode> trees() {
    Arbitrary<String> texts =
        Combinators.combine(
                Arbitraries.oneOf(
                    Arbitraries.of("z", "\u0001", "\"", "é", "\ud83d\ude00", "\ud83d", "/", "%s"),
                    Arbitraries.strings().ofMinLength(1).ofMaxLength(8)),
                Arbitraries.of(1, 10, 300, 5_000))
            .as(String::repeat);
    Arbitrary<JsonNode> scalars =
        Arbitraries.oneOf(
            texts.map(JSON::textNode),
            Arbitraries.doubles().map(JSON::numberNode),
            Arbitraries.bigIntegers().map(JSON::numberNode),
            Arbitraries.of(true, false).map(JSON::booleanNode),
            Arbitraries.create(JSON::nullNode));
    return Arbitraries.recursive(
        () -> scalars,
        tree ->
            Arbitraries.oneOf(
                tree.list().ofMaxSize(4).map(list -> JSON.arrayNode().addAll(list)),
                Arbitraries.maps(texts, tree).ofMaxSize(4).map(HostileReviewsTest::object)),
        0,
        4);
  }

  private static JsonNode object(Map<String, JsonNode> fields) {
    return JSON.objectNode().setAll(fields);
  }

  @Property(tries = 400)
  void every_review_is_answered_in_64_KiB(
      @ForAll("trees") JsonNode tree, @ForAll int place, @ForAll boolean created)
      throws IOException {
    ObjectNode set = Reviews.tree(SET);
    List<Consumer<JsonNode>> places = places(set);
    places.get(Math.floorMod(place, places.size())).accept(tree);
    Reviews review =
        Reviews.of(created ? "CREATE" : "UPDATE", PodCliqueSet.class).with("object", set);
    if (!created) {
      review.oldObject(SET);
    }

    assertAnswered(review);
  }

  @Example
  void as_many_mistakes_as_there_is_room_for() throws IOException {
    ObjectNode set = Reviews.tree(SET);
    ObjectNode labels = (ObjectNode) set.at("/metadata/labels");
    for (int i = 0; i < 20_000; i++) {
      labels.put("\u0001".repeat(20) + i, "\u0001".repeat(20));
    }

    assertAnswered(Reviews.of("CREATE", PodCliqueSet.class).with("object", set));
  }

  @Example
  void a_scheduler_of_half_a_megabyte_is_not_told_once_for_each_clique() throws IOException {
    ObjectNode set = Reviews.tree(SET);
    ArrayNode cliques = (ArrayNode) set.at("/spec/template/cliques");
    ((ObjectNode) cliques.at("/0/spec/podSpec")).put("schedulerName", "z".repeat(512 << 10));
    for (int i = 2; i < 64; i++) {
      cliques.add(
          Reviews.tree(
              "{name: c%d, spec: {replicas: 1, podSpec: {containers: [{name: m, image: i}]}}}"
                  .formatted(i)));
    }

    assertAnswered(Reviews.of("CREATE", PodCliqueSet.class).with("object", set));
  }

  @Example
  void a_key_of_a_quarter_of_a_megabyte() throws IOException {
    for (String at :
        List.of(
            "/metadata/labels",
            "/metadata/annotations",
            "/spec/template/cliques/0/spec/podSpec",
            "/spec/template/cliques/0/labels")) {
      ObjectNode set = Reviews.tree(SET);
      ((ObjectNode) set.at(at)).put("k".repeat(45_000), "x").put("\u0001".repeat(8_000), "x");

      assertAnswered(Reviews.of("CREATE", PodCliqueSet.class).with("object", set));
    }
  }

  @Example
  void more_than_a_review_may_have_is_refused_by_all_who_would_read_it() throws IOException {
    ObjectNode set = Reviews.tree(SET);
    ArrayNode many = ((ObjectNode) set.at("/spec/template/cliques/0/spec/podSpec")).putArray("x");
    for (int i = 0; i < Tokens.MOST; i++) {
      many.addObject();
    }
    byte[] body = Reviews.of("CREATE", PodCliqueSet.class).with("object", set).bytes();

    assertThat(code(endpoints.get(0), body)).isEqualTo(413);
    assertThat(code(endpoints.get(1), body)).isEqualTo(413);
    assertThat(code(endpoints.get(3), body)).isZero();
  }

  private static int code(ReviewEndpoint endpoint, byte[] body) throws IOException {
    return MAPPER
        .readTree(endpoint.review(body, new Tokens(() -> true)).body())
        .at("/response/status/code")
        .asInt();
  }

  private void assertAnswered(Reviews review) throws IOException {
    for (ReviewEndpoint endpoint : endpoints) {
      Answer answer = endpoint.review(review.bytes(), new Tokens(() -> true));

      assertThat(answer.body()).hasSizeLessThanOrEqualTo(64 << 10);
      JsonNode response = MAPPER.readTree(answer.body()).path("response");
      assertThat(response.path("uid").asText()).isEqualTo("uid-1");
      assertThat(response.at("/status/code").asInt()).isNotEqualTo(500);
    }
  }

  private static List<Consumer<JsonNode>> places(JsonNode node) {
    List<Consumer<JsonNode>> places = new ArrayList<>();
    if (node instanceof ObjectNode object) {
      places.add(tree -> object.set("unknown", tree));
      object
          .properties()
          .forEach(field -> {
            places.add(tree -> object.set(field.getKey(), tree));
            places.addAll(places(field.getValue()));
          });
    } else if (node instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        int index = i;
        places.add(tree -> list.set(index, tree));
        places.addAll(places(list.get(i)));
      }
    }
    return places;
  }
}
