package dev.coppice.testkit.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the tests of a class against a real control plane on which no operator runs but those that a
 * test starts. The webhook judges as in {@link OnCoppice}. Beside what {@link OnControlPlane} gives
 * there are parameters of type {@link dev.coppice.testkit.Kubectl}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith({
  WebhookExtension.class,
  OwnOperatorsExtension.class
}) // first: the recorder watches their kinds
@OnControlPlane
public @interface OnOwnOperators {}
