package dev.coppice.core.admission.protection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.KnownObjects;
import dev.coppice.core.admission.protection.ProtectedWrite.Operation;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtectionTest {

  private static final String OPERATOR = "system:serviceaccount:coppice:operator";
  private static final ObjectMeta OWNED =
      new ObjectMetaBuilder().addToLabels(Labels.PART_OF, "llm").build();

  private final KnownObjects known = new KnownObjects();
  private final Protection protection =
      new Protection(TrustedUsers.CLUSTER.and(Set.of(OPERATOR, "backup")), known);

  private static PodCliqueSet set(Map<String, String> annotations) {
    PodCliqueSet set = new PodCliqueSet();
    set.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("n")
            .withName("llm")
            .withAnnotations(annotations)
            .build());
    return set;
  }

  private static ProtectedWrite write(Operation operation, String kind, ObjectMeta metadata) {
    return new ProtectedWrite(
        "jane", Set.of("system:authenticated"), operation, kind, "n", metadata);
  }

  private static ProtectedWrite writeBy(String user, String group) {
    return new ProtectedWrite(user, Set.of(group), Operation.UPDATE, "PodClique", "n", OWNED);
  }

  @ParameterizedTest
  @CsvSource({
    "CREATE, PodClique, create",
    "UPDATE, PodClique, update",
    "DELETE, PodClique, delete",
    "CREATE, PodGang, create",
    "UPDATE, Service, update",
    "DELETE, HorizontalPodAutoscaler, delete",
    "UPDATE, Pod, update"
  })
  void users_do_not_change_what_a_set_has_made(Operation operation, String kind, String verb) {
    known.add(set(Map.of()));

    Verdict verdict = protection.judge(write(operation, kind, OWNED));

    assertThat(verdict)
        .isEqualTo(
            new Verdict.Deny(
                ("jane may not %s this %s: it is managed by the operator for PodCliqueSet llm;"
                        + " change the set, or annotate it with"
                        + " grove.io/disable-managed-resource-protection=true")
                    .formatted(verb, kind)));
  }

  @Test
  void a_pod_may_be_deleted_by_everyone() {
    known.add(set(Map.of()));

    assertThat(protection.judge(write(Operation.DELETE, "Pod", OWNED)))
        .isInstanceOf(Verdict.Allow.class);
  }

  @Test
  void connections_are_no_matter_of_protection() {
    known.add(set(Map.of()));

    assertThat(protection.judge(write(Operation.CONNECT, "Pod", OWNED)))
        .isInstanceOf(Verdict.Allow.class);
  }

  @ParameterizedTest
  @CsvSource({
    "system:serviceaccount:coppice:operator, system:serviceaccounts",
    "backup, system:authenticated",
    "system:serviceaccount:kube-system:generic-garbage-collector, system:serviceaccounts:kube-system",
    "system:serviceaccount:kube-system:namespace-controller, system:serviceaccounts:kube-system",
    "system:serviceaccount:kube-system:horizontal-pod-autoscaler, system:serviceaccounts:kube-system",
    "system:kube-controller-manager, system:authenticated",
    "system:kube-scheduler, system:authenticated",
    "system:apiserver, system:masters",
    "system:node:n1, system:nodes",
    "root, system:masters"
  })
  void the_cluster_itself_and_those_who_are_named_may_do_everything(String user, String group) {
    known.add(set(Map.of()));

    assertThat(protection.judge(writeBy(user, group))).isInstanceOf(Verdict.Allow.class);
  }

  @ParameterizedTest
  @CsvSource({
    "system:serviceaccount:default:operator, system:serviceaccounts:default",
    "system:serviceaccount:kube-system, system:serviceaccounts",
    "masters, system:authenticated"
  })
  void who_only_sounds_like_them_may_not(String user, String group) {
    known.add(set(Map.of()));

    assertThat(protection.judge(writeBy(user, group))).isInstanceOf(Verdict.Deny.class);
  }

  @ParameterizedTest
  @EnumSource
  void what_is_being_deleted_is_left_alone(Operation operation) {
    known.add(set(Map.of()));
    ObjectMeta leaving =
        new ObjectMetaBuilder(OWNED).withDeletionTimestamp("2026-01-01T00:00:00Z").build();

    assertThat(protection.judge(write(operation, "PodClique", leaving)))
        .isInstanceOf(Verdict.Allow.class);
  }

  @Test
  void an_object_that_names_no_set_is_let_through_with_a_word() {
    assertThat(protection.judge(write(Operation.UPDATE, "PodClique", new ObjectMeta())))
        .isEqualTo(
            new Verdict.AllowWithWarning(
                "the PodClique bears no label app.kubernetes.io/part-of, so it is not known to"
                    + " which PodCliqueSet it belongs"));
  }

  @Test
  void an_object_of_a_set_that_is_gone_is_let_through_with_a_word() {
    assertThat(protection.judge(write(Operation.UPDATE, "PodClique", OWNED)))
        .isEqualTo(
            new Verdict.AllowWithWarning(
                "the PodCliqueSet llm to which the PodClique belongs does not exist"));
  }

  @Test
  void a_set_can_do_without_protection() {
    known.add(set(Map.of(Annotations.DISABLE_PROTECTION, "true")));

    assertThat(protection.judge(write(Operation.DELETE, "PodClique", OWNED)))
        .isInstanceOf(Verdict.Allow.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"True", "yes", "", "false"})
  void a_set_is_protected_unless_it_says_so_exactly(String value) {
    known.add(set(Map.of(Annotations.DISABLE_PROTECTION, value)));

    assertThat(protection.judge(write(Operation.DELETE, "PodClique", OWNED)))
        .isInstanceOf(Verdict.Deny.class);
  }

  @Test
  void a_set_that_cannot_be_looked_up_is_not_taken_for_gone() {
    known.fail();

    assertThatIllegalStateException()
        .isThrownBy(() -> protection.judge(write(Operation.UPDATE, "PodClique", OWNED)));
  }

  @Test
  void says_in_cel_who_is_not_trusted() {
    TrustedUsers trusted = new TrustedUsers(Set.of("o'hara", "a"), Set.of("g"));

    assertThat(trusted.othersAsCel())
        .isEqualTo(
            "!(request.userInfo.username in ['a', 'o\\'hara'])"
                + " && !(has(request.userInfo.groups)"
                + " && request.userInfo.groups.exists(g, g in ['g']))");
  }

  @Test
  void says_in_cel_who_is_trusted() {
    TrustedUsers trusted = new TrustedUsers(Set.of("a"), Set.of("g"));

    assertThat(trusted.theseAsCel())
        .isEqualTo(
            "request.userInfo.username in ['a']"
                + " || (has(request.userInfo.groups)"
                + " && request.userInfo.groups.exists(g, g in ['g']))");
  }
}
