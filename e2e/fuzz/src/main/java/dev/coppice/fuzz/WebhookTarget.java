package dev.coppice.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.admission.protection.TrustedUsers;
import dev.coppice.core.admission.rule.AdmissionLookup;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.LeafRequest;
import dev.coppice.tls.Trust;
import dev.coppice.webhook.Reviewers;
import dev.coppice.webhook.review.ReviewPath;
import dev.coppice.webhook.server.AdmissionServer;
import dev.coppice.webhook.server.Limits;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/** Reviews, sent to the server of the webhook with the rules behind it. */
final class WebhookTarget implements Target, AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final List<String> OPERATIONS = List.of("CREATE", "UPDATE", "DELETE", "CONNECT");

  private static final List<ReviewPath> PATHS =
      List.of(
          ReviewPath.DEFAULT_PODCLIQUESET,
          ReviewPath.VALIDATE_PODCLIQUESET,
          ReviewPath.VALIDATE_CHILD,
          ReviewPath.VALIDATE_SCALE,
          ReviewPath.VALIDATE_CLUSTERTOPOLOGY,
          ReviewPath.AUTHORIZER);

  private final Corpus corpus;
  private final AdmissionServer server;
  private final HttpClient client;

  private WebhookTarget(Corpus corpus, AdmissionServer server, HttpClient client) {
    this.corpus = corpus;
    this.server = server;
    this.client = client;
  }

  static WebhookTarget start(Corpus corpus) throws IOException {
    CertificateAuthority authority =
        CertificateAuthority.create("fuzz", Clock.systemUTC(), Duration.ofDays(1));
    CertifiedKey leaf =
        authority.issue(
            LeafRequest.server("fuzz", List.of(), List.of("127.0.0.1"), Duration.ofDays(1)));
    Trust trust = new Trust(List.of(authority.certificate()));
    AdmissionServer server =
        new AdmissionServer(
            trust.contextOf(leaf),
            Reviewers.of(
                AdmissionSettings.standard(),
                Optional.of(TrustedUsers.CLUSTER),
                new OfCorpus(corpus)),
            Optional.empty(),
            Limits.within(Runtime.getRuntime().maxMemory()),
            new SimpleMeterRegistry());
    server.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return new WebhookTarget(
        corpus,
        server,
        HttpClient.newBuilder()
            .sslContext(trust.context())
            .version(HttpClient.Version.HTTP_1_1)
            .build());
  }

  @Override
  public String name() {
    return "webhook";
  }

  @Override
  public Attempt attempt(Random random) {
    HasMetadata object = corpus.object(random);
    ReviewPath path = HostileValue.pick(PATHS, random);
    String review = review(object, random);
    return new Attempt(
        path.path() + "\n" + review,
        () -> {
          HttpResponse<String> answer =
              client.send(
                  HttpRequest.newBuilder(
                          URI.create(
                              "https://127.0.0.1:%d%s".formatted(server.port(), path.path())))
                      .timeout(PATIENCE)
                      .header("Content-Type", "application/json")
                      .POST(BodyPublishers.ofString(review))
                      .build(),
                  BodyHandlers.ofString());
          JsonNode body = MAPPER.readTree(answer.body());
          if (!body.path("response").path("allowed").isBoolean()) {
            throw new AssertionError("%d %s".formatted(answer.statusCode(), answer.body()));
          }
          if (answer.statusCode() == 500 || body.at("/response/status/code").asInt() == 500) {
            throw new AssertionError("a review failed: " + answer.body());
          }
          return answer.body().length();
        });
  }

  private String review(HasMetadata object, Random random) {
    Mutation mutation = new Mutation(random);
    String hostile = mutation.of(Corpus.tree(object));
    String before =
        random.nextBoolean() ? Corpus.tree(object).toString() : mutation.of(Corpus.tree(object));
    String operation = HostileValue.pick(OPERATIONS, random);
    String plural = HasMetadata.getPlural(object.getClass());
    return """
    {"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"u-%d",
     "kind":{"group":"%s","version":"%s","kind":"%s"},
     "resource":{"group":"%s","version":"%s","resource":"%s"},%s
     "name":%s,"namespace":"%s","operation":"%s","userInfo":{"username":%s},
     "object":%s,"oldObject":%s}}\
    """
        .formatted(
            random.nextInt(1_000),
            HasMetadata.getGroup(object.getClass()),
            HasMetadata.getVersion(object.getClass()),
            object.getKind(),
            HasMetadata.getGroup(object.getClass()),
            HasMetadata.getVersion(object.getClass()),
            plural.toLowerCase(Locale.ROOT),
            random.nextInt(5) == 0 ? "\"subResource\":\"scale\"," : "",
            random.nextInt(10) == 0 ? HostileValue.of(random) : "\"a\"",
            object.getMetadata().getNamespace(),
            operation,
            random.nextInt(10) == 0 ? HostileValue.of(random) : "\"jane\"",
            operation.equals("DELETE") ? "null" : hostile,
            operation.equals("CREATE") ? "null" : before);
  }

  @Override
  public void close() {
    client.shutdownNow();
    server.close();
  }

  /** What is stored is what the corpus has. */
  private record OfCorpus(Corpus corpus) implements AdmissionLookup {

    @Override
    public Optional<ClusterTopologyBinding> topologyBinding(String name) {
      return Optional.empty();
    }

    @Override
    public List<ClusterTopologyBinding> topologyBindings() {
      return List.of();
    }

    @Override
    public Optional<PodCliqueSet> podCliqueSet(String namespace, String name) {
      return find(PodCliqueSet.class, name);
    }

    @Override
    public Optional<PodCliqueScalingGroup> podCliqueScalingGroup(String namespace, String name) {
      return find(PodCliqueScalingGroup.class, name);
    }

    @Override
    public Optional<PodClique> podClique(String namespace, String name) {
      return find(PodClique.class, name);
    }

    private <T extends HasMetadata> Optional<T> find(Class<T> type, String name) {
      return corpus.families().stream()
          .flatMap(List::stream)
          .filter(type::isInstance)
          .map(type::cast)
          .filter(object -> object.getMetadata().getName().equals(name))
          .findFirst();
    }
  }
}
