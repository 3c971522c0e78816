package dev.coppice.e2e.structure;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.regex.Pattern;

/** Records, enums, interfaces, and classes that nobody extends, none of them with a setter. */
final class ImmutableValue extends ArchCondition<JavaClass> {

  private static final Pattern SETTER = Pattern.compile("set[A-Z].*");

  ImmutableValue() {
    super("be records, enums, interfaces or final classes, and have no setters");
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    if (!isClosed(type)) {
      events.add(SimpleConditionEvent.violated(type, type.getName() + " can be extended"));
    }
    for (JavaMethod method : type.getMethods()) {
      boolean changes = method.getRawReturnType().isEquivalentTo(void.class);
      if (changes && SETTER.matcher(method.getName()).matches()) {
        events.add(SimpleConditionEvent.violated(type, method.getDescription() + " is a setter"));
      }
    }
  }

  private static boolean isClosed(JavaClass type) {
    return type.isRecord()
        || type.isEnum()
        || type.isInterface()
        || type.isAnonymousClass()
        // A constant of an enum with a body of its own.
        || type.getRawSuperclass().filter(JavaClass::isEnum).isPresent()
        || type.getModifiers().contains(JavaModifier.FINAL);
  }
}
