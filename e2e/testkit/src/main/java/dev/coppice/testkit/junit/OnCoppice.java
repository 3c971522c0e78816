package dev.coppice.testkit.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the tests of a class against a real control plane with the operator and the webhook as their
 * real processes. The API server asks the webhook unless the class bears {@link WithoutWebhooks}.
 *
 * <p>Beside what {@link OnControlPlane} gives there are parameters of type {@link
 * dev.coppice.testkit.Kubectl} (the administrator in the test's namespace), {@link SharedOperator}
 * and {@link dev.coppice.testkit.RegisteredWebhook}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith({
  WebhookExtension.class,
  CoppiceExtension.class
}) // first: the recorder watches their kinds
@OnControlPlane
public @interface OnCoppice {}
