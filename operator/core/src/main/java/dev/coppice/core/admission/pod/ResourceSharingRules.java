package dev.coppice.core.admission.pod;

import dev.coppice.api.Names;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.set.ResourceSharingScope;
import dev.coppice.api.set.SetResourceSharingFilter;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.NameFormat;
import dev.coppice.core.admission.name.LongestNames;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Rule;
import dev.coppice.core.status.Words;
import dev.coppice.core.template.CliqueTemplates;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The claims that pods share, at each of the three levels. */
public final class ResourceSharingRules implements Rule<PodCliqueSet> {

  private static final List<String> SCOPES = List.of("AllReplicas", "PerReplica");

  /** As in the schema, which has to bound what its rules walk over. */
  private static final int MOST_OF_A_SET = 128;

  private final int mostPods;

  public ResourceSharingRules(AdmissionSettings settings) {
    this.mostPods = settings.maxPods();
  }

  @Override
  public void check(PodCliqueSet set, Findings.Collector found) {
    LongestNames names = LongestNames.of(set, mostPods);
    ofSet(new Level(set, names.setName(), names.last(set.getSpec().replicas()), found));
    Parts.forEachGroup(
        set,
        (path, group) -> {
          if (!group.resourceSharing().isEmpty() && !Parts.isBlank(group.name())) {
            int last = names.last(group.replicas());
            ofGroup(path, group, new Level(set, names.group(group), last, found));
          }
        });
    Parts.forEachClique(
        set,
        (path, clique) -> {
          if (!clique.resourceSharing().isEmpty() && !Parts.isBlank(clique.name())) {
            Level level =
                new Level(
                    set,
                    podClique(set, clique, names),
                    names.last(clique.spec().replicas()),
                    found);
            Parts.forEach(
                path.child("resourceSharing"),
                clique.resourceSharing(),
                (at, sharing) ->
                    level.check(at, sharing.name(), sharing.namespace(), sharing.scope()));
          }
        });
  }

  private static void ofSet(Level level) {
    PodCliqueSet set = level.set;
    Set<String> cliques =
        Parts.cliques(set).stream().map(PodCliqueTemplate::name).collect(Collectors.toSet());
    Set<String> groups =
        Parts.groups(set).stream()
            .map(PodCliqueScalingGroupConfig::name)
            .collect(Collectors.toSet());
    FieldPath list = Paths.TEMPLATE.child("resourceSharing");
    int shared = set.getSpec().template().resourceSharing().size();
    if (shared > MOST_OF_A_SET) {
      level.found.tooMany(list, shared, MOST_OF_A_SET);
    }
    Parts.forEach(
        list,
        set.getSpec().template().resourceSharing(),
        (path, sharing) -> {
          level.check(path, sharing.name(), sharing.namespace(), sharing.scope());
          SetResourceSharingFilter filter = sharing.filter();
          if (filter != null) {
            FieldPath at = path.child("filter");
            if (filter.childCliqueNames().isEmpty() && filter.childScalingGroupNames().isEmpty()) {
              level.found.required(at, "name a clique or a scaling group, or leave the filter out");
            }
            level.known(at.child("childCliqueNames"), filter.childCliqueNames(), cliques);
            level.known(
                at.child("childScalingGroupNames"), filter.childScalingGroupNames(), groups);
          }
        });
  }

  private static void ofGroup(FieldPath path, PodCliqueScalingGroupConfig group, Level level) {
    Set<String> members = new HashSet<>(group.cliqueNames());
    Parts.forEach(
        path.child("resourceSharing"),
        group.resourceSharing(),
        (at, sharing) -> {
          level.check(at, sharing.name(), sharing.namespace(), sharing.scope());
          if (sharing.filter() != null) {
            FieldPath cliques = at.child("filter").child("childCliqueNames");
            if (sharing.filter().childCliqueNames().isEmpty()) {
              level.found.required(cliques, "name a clique, or leave the filter out");
            }
            level.known(cliques, sharing.filter().childCliqueNames(), members);
          }
        });
  }

  private static String podClique(PodCliqueSet set, PodCliqueTemplate clique, LongestNames names) {
    return CliqueTemplates.groupOf(set.getSpec().template(), clique.name())
        .filter(group -> !Parts.isBlank(group.name()))
        .map(group -> names.podClique(group, clique))
        .orElseGet(() -> names.podClique(clique));
  }

  /** What is the same in all three lists. */
  private static final class Level {

    private final PodCliqueSet set;
    private final String owner;
    private final int lastIndex;
    private final Findings.Collector found;
    private final Set<String> seen = new HashSet<>();
    private final Set<String> templates = new HashSet<>();

    Level(PodCliqueSet set, String owner, int lastIndex, Findings.Collector found) {
      this.set = set;
      set.getSpec()
          .template()
          .resourceClaimTemplates()
          .forEach(template -> templates.add(template.name()));
      this.owner = owner;
      this.lastIndex = lastIndex;
      this.found = found;
    }

    void check(
        FieldPath path,
        String name,
        @Nullable String namespace,
        @Nullable ResourceSharingScope scope) {
      if (Parts.isBlank(name)) {
        found.required(path.child("name"), "must be the name of a template of claims");
      } else {
        name(path.child("name"), name, scope);
      }
      namespace(path.child("namespace"), name, namespace);
      if (scope == null) {
        found.unsupported(path.child("scope"), "", SCOPES);
      }
    }

    private void name(FieldPath path, String name, @Nullable ResourceSharingScope scope) {
      if (!seen.add(name)) {
        found.duplicate(path, name);
      }
      String claim =
          scope == ResourceSharingScope.PER_REPLICA
              ? Names.replicaResourceClaim(owner, lastIndex, name)
              : Names.sharedResourceClaim(owner, name);
      if (claim.length() > NameFormat.LONGEST_LABEL) {
        found.invalid(path, name, LongestNames.tooLong(claim));
      }
    }

    private void namespace(FieldPath path, String name, @Nullable String namespace) {
      if (namespace == null || namespace.isEmpty()) {
        return;
      }
      if (templates.contains(name)) {
        found.invalid(
            path, namespace, Words.sentence("must be empty: the template %s is in this set", name));
      } else if (!namespace.equals(set.getMetadata().getNamespace())) {
        found.forbidden(path, "templates of other namespaces cannot be used");
      }
    }

    void known(FieldPath path, List<String> names, Set<String> known) {
      Parts.forEach(
          path,
          names,
          (at, name) -> {
            if (!known.contains(name)) {
              found.notFound(at, name, "");
            }
          });
    }
  }
}
