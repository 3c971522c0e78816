package dev.coppice.testkit.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test of two things that meet: once, the second right after the first, or, with {@code
 * COPPICE_SOAK_ROUNDS}, that many times, each with another {@link Moment} for the second.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(SoakExtension.class)
public @interface Soak {}
