package dev.coppice.app.configuration;

import dev.coppice.app.configuration.OperatorConfiguration.StartupResources;
import dev.coppice.core.quantity.BoundedQuantity;
import dev.coppice.core.quantity.BoundedQuantity.Amount;
import dev.coppice.core.quantity.BoundedQuantity.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a configuration may say of the init container that waits for other cliques. */
final class StartupRules {

  private static final String PATH = "startup.resources.";

  private StartupRules() {}

  // The API server would refuse every pod with the container for each of these.
  static List<FieldError> check(StartupResources resources) {
    List<FieldError> errors = new ArrayList<>();
    Map<String, String> limits = resources.limits().byResource();
    limits.forEach((resource, limit) -> quantity(PATH + "limits." + resource, limit, errors));
    resources
        .requests()
        .byResource()
        .forEach((resource, request) -> {
          String path = PATH + "requests." + resource;
          quantity(path, request, errors);
          String limit = limits.get(resource);
          if (limit != null
              && BoundedQuantity.parse(request) instanceof Amount requested
              && BoundedQuantity.parse(limit) instanceof Amount limited
              && requested.compareTo(limited) > 0) {
            errors.add(
                FieldError.invalid(
                    path,
                    request,
                    "must be at most %slimits.%s (%s)".formatted(PATH, resource, limit)));
          }
        });
    return errors;
  }

  private static void quantity(String path, String value, List<FieldError> errors) {
    switch (BoundedQuantity.parse(value)) {
      case Refusal refusal -> errors.add(FieldError.invalid(path, value, refusal.rule()));
      case Amount amount -> {
        if (amount.value().signum() < 0) {
          errors.add(FieldError.invalid(path, value, "must be at least 0"));
        }
      }
    }
  }
}
