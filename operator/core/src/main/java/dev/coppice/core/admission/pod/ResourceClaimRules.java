package dev.coppice.core.admission.pod;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.ResourceClaimTemplateConfig;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimSpec;
import java.util.HashSet;
import java.util.Set;

/** The templates of claims that a set brings along. */
public final class ResourceClaimRules {

  private ResourceClaimRules() {}

  public static void check(PodCliqueSet set, Findings.Collector found) {
    Set<String> names = new HashSet<>();
    FieldPath list = Paths.TEMPLATE.child("resourceClaimTemplates");
    Parts.forEach(
        list,
        set.getSpec().template().resourceClaimTemplates(),
        (path, template) -> {
          FieldPath name = path.child("name");
          if (Parts.isBlank(template.name())) {
            found.required(name, "every template needs a name");
          } else if (!names.add(template.name())) {
            found.duplicate(name, template.name());
          }
          if (requestsNothing(template)) {
            found.required(
                path.child("templateSpec").child("spec").child("devices").child("requests"),
                "at least one request is required");
          }
        });
  }

  private static boolean requestsNothing(ResourceClaimTemplateConfig template) {
    ResourceClaimSpec spec = template.templateSpec().getSpec();
    DeviceClaim devices = spec == null ? null : spec.getDevices();
    return devices == null || devices.getRequests() == null || devices.getRequests().isEmpty();
  }
}
