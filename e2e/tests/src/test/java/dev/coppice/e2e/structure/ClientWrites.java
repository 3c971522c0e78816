package dev.coppice.e2e.structure;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;

/** Finds calls that change the cluster: the client's own, and the framework's on our behalf. */
final class ClientWrites extends ArchCondition<JavaClass> {

  private static final String CLIENT = "io.fabric8.kubernetes.client";
  private static final String FRAMEWORK_CONTROL =
      "io.javaoperatorsdk.operator.api.reconciler.UpdateControl";
  private static final Set<String> WRITES =
      Set.of(
          "accept",
          "apply",
          "create",
          "createOr",
          "createOrReplace",
          "delete",
          "edit",
          "editStatus",
          "evict",
          "patch",
          "patchStatus",
          "raw",
          "replace",
          "replaceStatus",
          "scale",
          "serverSideApply",
          "update",
          "updateStatus");
  // Below the client's model, where nobody can tell a write from a read.
  private static final Set<String> SENDS =
      Set.of("newHttpRequestBuilder", "newWebSocketBuilder", "sendAsync", "consumeBytes");
  private static final Set<String> FRAMEWORK_WRITES =
      Set.of("patchResource", "patchStatus", "patchResourceAndStatus");

  ClientWrites() {
    super("change the cluster through the client");
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    for (JavaAccess<?> access : type.getAccessesFromSelf()) {
      if (changesTheCluster(access.getTarget())) {
        events.add(SimpleConditionEvent.satisfied(access, access.getDescription()));
      }
    }
  }

  private static boolean changesTheCluster(AccessTarget target) {
    String owner = target.getOwner().getName();
    String method = target.getName();
    if (owner.equals(CLIENT + ".http.HttpClient")) {
      return SENDS.contains(method);
    }
    return owner.equals(FRAMEWORK_CONTROL)
        ? FRAMEWORK_WRITES.contains(method)
        : isClient(target.getOwner()) && WRITES.contains(method);
  }

  private static boolean isClient(JavaClass owner) {
    String name = owner.getPackageName();
    return name.equals(CLIENT) || name.startsWith(CLIENT + ".dsl");
  }
}
