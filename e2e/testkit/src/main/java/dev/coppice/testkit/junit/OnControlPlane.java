package dev.coppice.testkit.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the tests of a class against a real control plane, started once for all classes of a run.
 *
 * <p>Parameters of these types are given to constructors, life cycle and test methods: {@link
 * dev.coppice.testkit.plane.ControlPlane}, {@link TestNamespace} (a fresh one for each test; one
 * that a constructor or a {@code BeforeAll} method asks for is shared by the class), {@link
 * io.fabric8.kubernetes.client.KubernetesClient} (the administrator in that namespace), and {@link
 * dev.coppice.testkit.nodes.SimulatedNodes}; to test and life cycle methods also {@link
 * dev.coppice.testkit.recorder.Recorder}.
 *
 * <p>Each test's namespace is recorded, and the recording keeps all {@link
 * dev.coppice.testkit.oracle.Invariants}, or the test fails. For those that hold at rest the
 * extension waits for it right after the test method, before any {@code AfterEach} method: {@link
 * EndsUnsettled} says that there is nothing to wait for.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith({ControlPlaneExtension.class, RecordingExtension.class})
public @interface OnControlPlane {}
