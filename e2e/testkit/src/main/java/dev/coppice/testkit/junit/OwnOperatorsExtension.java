package dev.coppice.testkit.junit;

import dev.coppice.testkit.Kubectl;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** What {@link OnOwnOperators} does. */
public final class OwnOperatorsExtension implements BeforeEachCallback, ParameterResolver {

  @Override
  public void beforeEach(ExtensionContext context) {
    SharedOperator shared =
        ControlPlaneExtension.shared(context).get(SharedOperator.class, SharedOperator.class);
    if (shared != null) {
      // The next class that wants it starts it again.
      shared.process().close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Kubectl.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return CoppiceExtension.kubectl(context);
  }
}
