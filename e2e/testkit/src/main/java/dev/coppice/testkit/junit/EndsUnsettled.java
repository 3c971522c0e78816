package dev.coppice.testkit.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * When the test method is over the operator is gone, or still at work for a good reason. Rules that
 * hold at rest are not checked then.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
public @interface EndsUnsettled {

  /** The reason, for whoever reads the test. */
  String value();
}
