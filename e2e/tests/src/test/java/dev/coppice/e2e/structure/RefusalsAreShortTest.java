package dev.coppice.e2e.structure;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A rule says what it says by {@code Words}, which cut what others have written. */
class RefusalsAreShortTest {

  private static final Set<String> ANY_LENGTH = Set.of("formatted", "format", "join");

  private static final DescribedPredicate<JavaMethodCall> FILLS_IN_ANYTHING =
      DescribedPredicate.describe(
          "a text with values of any length in it",
          call ->
              call.getTargetOwner().isEquivalentTo(String.class)
                  && ANY_LENGTH.contains(call.getName()));

  /** What they put together are numbers, names of fields, names within bounds, or no message. */
  private static final Set<String> OTHERS =
      Set.of(
          "Collector",
          "FieldPath",
          "FieldValue",
          "Findings",
          "PodCliqueName",
          "TrustedUsers",
          "UnsupportedFields");

  @Test
  void rules_quote_through_one_place() {
    noClasses()
        .that()
        .resideInAPackage("dev.coppice.core.admission..")
        .and(
            DescribedPredicate.<JavaClass>describe(
                "say it to people", type -> !OTHERS.contains(type.getSimpleName())))
        .should()
        .callMethodWhere(FILLS_IN_ANYTHING)
        .check(ProductionClasses.all());
  }
}
