package dev.coppice.e2e.structure;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/** A package whose package-info says that null is marked where it may be. */
final class NullMarkedPackage extends ArchCondition<JavaClass> {

  NullMarkedPackage() {
    super("be in a package with @NullMarked");
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    if (type.getPackage().tryGetAnnotationOfType(NullMarked.class).isEmpty()) {
      events.add(
          SimpleConditionEvent.violated(
              type, "%s: %s is not @NullMarked".formatted(type, type.getPackageName())));
    }
  }
}
