package dev.coppice.cli.convert;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.api.LeaderWorkerSetKeys;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.json.ModelJson;
import dev.coppice.core.subgroup.TpuContainer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What pods count on being told of their group. LeaderWorkerSet tells it to every pod; here only
 * those of a divided group know all of it.
 */
final class PodKnowledge {

  /** Keys that pods of divided groups have here too. */
  private static final Set<String> KEPT =
      Set.of(
          LeaderWorkerSetKeys.GROUP_INDEX,
          LeaderWorkerSetKeys.WORKER_INDEX,
          LeaderWorkerSetKeys.GROUP_KEY,
          LeaderWorkerSetKeys.SUBGROUP_INDEX,
          LeaderWorkerSetKeys.SUBGROUP_WORKER_INDEX,
          LeaderWorkerSetKeys.SUBGROUP_KEY,
          LeaderWorkerSetKeys.SIZE,
          LeaderWorkerSetKeys.SUBGROUP_SIZE,
          LeaderWorkerSetKeys.SUBGROUP_POLICY_TYPE,
          LeaderWorkerSetKeys.LEADER_NAME,
          LeaderWorkerSetKeys.LEADER_REQUESTS_TPUS);

  /** Keys that pods have from the controllers of LeaderWorkerSet and from its StatefulSets. */
  private static final Pattern KEY =
      Pattern.compile(
          Pattern.quote(LeaderWorkerSetKeys.PREFIX)
              + "[-A-Za-z.]*[A-Za-z]|apps\\.kubernetes\\.io/pod-index"
              + "|statefulset\\.kubernetes\\.io/pod-name");

  /** By these a container that asks for TPUs knows its slice by itself. */
  private static final Set<String> OWN_SLICE = Set.of("TPU_WORKER_HOSTNAMES", "TPU_WORKER_ID");

  private final Groups groups;
  private final Findings.Collector found;
  private final List<String> wanting = new ArrayList<>();

  private PodKnowledge(Groups groups, Findings.Collector found) {
    this.groups = groups;
    this.found = found;
  }

  /** Notes what pods are not told. */
  static void check(Groups groups, Findings.Collector found) {
    PodKnowledge knowledge = new PodKnowledge(groups, found);
    for (Groups.Template template : groups.templates()) {
      knowledge.texts(template, template.path().child("spec"), ModelJson.tree(template.pod()));
      if (asksForTpus(template)) {
        knowledge.wanting.add(
            "the TPU variables (%s asks for %s)".formatted(template.path(), TpuContainer.RESOURCE));
      }
    }
    if (groups.policy() == null && !knowledge.wanting.isEmpty()) {
      found.required(
          Fields.SUB_GROUP_POLICY,
          "only pods of divided groups are told %s; with %s a group is one subgroup"
              .formatted(String.join(", ", knowledge.wanting), knowledge.oneSubGroup()));
    }
  }

  private void texts(Groups.Template template, FieldPath path, JsonNode node) {
    if (node.isTextual()) {
      text(template, path, node.textValue());
    }
    node.properties()
        .forEach(field -> {
          FieldPath child = path.child(field.getKey());
          text(template, child, field.getKey());
          texts(template, child, field.getValue());
        });
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      texts(template, path.index(i), node.get(i));
    }
  }

  private void text(Groups.Template template, FieldPath path, String text) {
    if (text.contains(GroupVariables.WORKER_INDEX)
        && GroupVariables.of(groups, template).stream()
            .noneMatch(variable -> variable.getName().equals(GroupVariables.WORKER_INDEX))) {
      wanting.add("%s (%s)".formatted(GroupVariables.WORKER_INDEX, path));
    }
    Matcher keys = KEY.matcher(text);
    while (keys.find()) {
      String key = keys.group();
      if (KEPT.contains(key)) {
        wanting.add("%s (%s)".formatted(key, path));
      } else {
        found.invalid(path, text, "pods of a PodCliqueSet do not have %s".formatted(key));
      }
    }
  }

  private static boolean asksForTpus(Groups.Template template) {
    List<TpuContainer> containers = TpuContainer.of(template.pod());
    return !containers.isEmpty()
        && containers.stream()
            .flatMap(container -> container.variables().stream())
            .noneMatch(OWN_SLICE::contains);
  }

  /** The policy by which pods that ask for TPUs are one slice. */
  private String oneSubGroup() {
    boolean together =
        groups.size() == 1
            || groups.templates().stream().allMatch(PodKnowledge::asksForTpus)
            || groups.templates().stream().noneMatch(PodKnowledge::asksForTpus);
    return together
        ? "{subGroupSize: %d}".formatted(groups.size())
        : "{subGroupPolicyType: LeaderExcluded, subGroupSize: %d}".formatted(groups.size() - 1);
  }
}
