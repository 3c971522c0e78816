package dev.coppice.testkit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.api.Components;
import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.testkit.recorder.RecordedEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every recorded object that a set must have, told from its template and from the live scales of
 * its groups. An oracle: it shares names and label keys with the operator, and no decision.
 */
final class DemandedObjects {

  private static final String SERVICE = "Service";
  private static final String FALLBACK_SCHEDULER = "default-scheduler";

  private final RecordedSet set;
  private final SetMembers members;
  private final DemandedParents parents;
  private final List<Demand> demands = new ArrayList<>();

  private DemandedObjects(RecordedSet set, SetMembers members) {
    this.set = set;
    this.members = members;
    this.parents = new DemandedParents(set, members);
  }

  static List<Demand> of(RecordedSet set, SetMembers members) {
    DemandedObjects objects = new DemandedObjects(set, members);
    for (int replica = 0; replica < set.replicas(); replica++) {
      objects.service(replica);
      for (String clique : set.standalone()) {
        objects.standaloneClique(replica, clique);
      }
      for (RecordedSet.Group group : set.groups()) {
        objects.group(replica, group);
      }
    }
    DemandedGangs.of(set, members).keySet().forEach(objects::gang);
    return objects.demands;
  }

  private void service(int replica) {
    String name = Names.headlessService(set.name(), replica);
    JsonNode config = set.template().path("headlessServiceConfig");
    demand(
        SERVICE,
        name,
        set.uid(),
        Map.of(
            Demand.LABELS,
            labels(ofReplica(replica), named(name, Components.HEADLESS_SERVICE)),
            "/spec/clusterIP",
            "None",
            "/spec/selector",
            labels(ofReplica(replica)),
            "/spec/publishNotReadyAddresses",
            config.isMissingNode() || config.path("publishNotReadyAddresses").asBoolean()));
  }

  private void standaloneClique(int replica, String clique) {
    String name = Names.standalonePodClique(set.name(), replica, clique);
    Map<String, String> labels =
        labels(
            ofTemplate(clique),
            ofReplica(replica),
            named(name, Components.SET_POD_CLIQUE),
            Map.of(Labels.POD_GANG, Names.basePodGang(set.name(), replica)));
    clique(name, set.uid(), clique, labels, parents.inBaseGang(replica, clique));
  }

  private void group(int replica, RecordedSet.Group group) {
    String name = Names.podCliqueScalingGroup(set.name(), replica, group.name());
    demand(
        OurKinds.SCALING_GROUP,
        name,
        set.uid(),
        Map.of(
            Demand.LABELS,
            labels(ofReplica(replica), named(name, Components.SCALING_GROUP)),
            "/spec/minAvailable",
            group.json().path("minAvailable").asInt(1),
            "/spec/cliqueNames",
            group.cliques()));
    String owner =
        members.find(OurKinds.SCALING_GROUP, name).map(RecordedEvent::uid).orElse("nobody");
    for (int j = 0; j < members.replicas(replica, group); j++) {
      for (String clique : group.cliques()) {
        member(replica, group, name, j, clique, owner);
      }
    }
  }

  private void member(
      int replica,
      RecordedSet.Group group,
      String groupName,
      int groupReplica,
      String clique,
      String owner) {
    String name = Names.groupPodClique(set.name(), replica, group.name(), groupReplica, clique);
    String base = Names.basePodGang(set.name(), replica);
    int beyond = members.minAvailable(replica, group);
    Map<String, String> gang =
        groupReplica < beyond
            ? Map.of(Labels.POD_GANG, base)
            : Map.of(
                Labels.POD_GANG,
                Names.scaledPodGang(set.name(), replica, group.name(), groupReplica, beyond),
                Labels.BASE_POD_GANG,
                base);
    Map<String, String> labels =
        labels(
            ofTemplate(clique),
            ofReplica(replica),
            named(name, Components.SCALING_GROUP_POD_CLIQUE),
            Map.of(
                Labels.SCALING_GROUP,
                groupName,
                Labels.SCALING_GROUP_REPLICA_INDEX,
                Integer.toString(groupReplica)),
            gang);
    clique(name, owner, clique, labels, parents.inGroup(replica, group, groupReplica, clique));
  }

  private void clique(
      String name, String owner, String clique, Map<String, String> labels, List<String> after) {
    JsonNode spec = set.clique(clique).path("spec");
    int replicas = Math.max(1, spec.path("replicas").asInt());
    demand(
        OurKinds.POD_CLIQUE,
        name,
        owner,
        Map.of(
            Demand.LABELS,
            labels,
            "/spec/roleName",
            spec.path("roleName").asText(clique),
            "/spec/minAvailable",
            spec.path("minAvailable").asInt(replicas),
            "/spec/startsAfter",
            after));
  }

  private void gang(String name) {
    String scheduler =
        set.template()
            .path("cliques")
            .valueStream()
            .map(clique -> clique.at("/spec/podSpec/schedulerName").asText())
            .filter(named -> !named.isEmpty())
            .findFirst()
            .orElse(FALLBACK_SCHEDULER);
    Map<String, String> own = new HashMap<>();
    set.event()
        .metadata()
        .path("labels")
        .propertyStream()
        .filter(label -> !label.getKey().startsWith("grove.io/"))
        .forEach(label -> own.put(label.getKey(), label.getValue().asText()));
    demand(
        OurKinds.POD_GANG,
        name,
        set.uid(),
        Map.of(
            Demand.LABELS,
            labels(
                own,
                common(),
                Map.of(Labels.COMPONENT, Components.POD_GANG, Labels.SCHEDULER_NAME, scheduler)),
            "/spec/priorityClassName",
            set.template().path("priorityClassName")));
  }

  private void demand(String kind, String name, String owner, Map<String, Object> fields) {
    Map<String, JsonNode> json = new HashMap<>();
    fields.forEach((place, value) -> json.put(place, Demand.json(value)));
    demands.add(new Demand(kind, name, owner, json));
  }

  private Map<String, String> common() {
    return Map.of(Labels.MANAGED_BY, Labels.MANAGER, Labels.PART_OF, set.name());
  }

  private Map<String, String> ofReplica(int replica) {
    return labels(common(), Map.of(Labels.SET_REPLICA_INDEX, Integer.toString(replica)));
  }

  private static Map<String, String> named(String name, String component) {
    return Map.of(Labels.NAME, name, Labels.COMPONENT, component);
  }

  private Map<String, String> ofTemplate(String clique) {
    Map<String, String> labels = new HashMap<>();
    set.clique(clique)
        .path("labels")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    labels.put(Labels.POD_TEMPLATE_HASH, Demand.ANY_HASH);
    return labels;
  }

  /** Later ones win. */
  @SafeVarargs
  private static Map<String, String> labels(Map<String, String>... parts) {
    Map<String, String> labels = new TreeMap<>();
    for (Map<String, String> part : parts) {
      labels.putAll(part);
    }
    return labels;
  }
}
