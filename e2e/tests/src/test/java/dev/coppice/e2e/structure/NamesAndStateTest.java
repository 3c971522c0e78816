package dev.coppice.e2e.structure;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A name says what a class does, and no state is everybody's. */
class NamesAndStateTest {

  private static final ArchRule NAMES =
      noClasses()
          .should()
          .haveSimpleNameEndingWith("Util")
          .orShould()
          .haveSimpleNameEndingWith("Utils")
          .orShould()
          .haveSimpleNameEndingWith("Helper")
          .orShould()
          .haveSimpleNameEndingWith("Manager")
          .orShould()
          .haveSimpleNameStartingWith("Abstract");

  private static final ArchRule STATE =
      fields().that().arePublic().and().areStatic().should().beFinal();

  private static final ArchRule ARRAYS =
      fields()
          .that()
          .arePublic()
          .and()
          .areStatic()
          .should()
          .notHaveRawType(DescribedPredicate.describe("arrays", type -> type.isArray()));

  static Stream<JavaClasses> everything() {
    return Stream.of(ProductionClasses.all(), ProductionClasses.ofKit());
  }

  @ParameterizedTest
  @MethodSource("everything")
  void no_class_has_a_name_without_meaning(JavaClasses classes) {
    NAMES.check(classes);
  }

  @ParameterizedTest
  @MethodSource("everything")
  void nothing_public_and_static_can_be_changed(JavaClasses classes) {
    STATE.check(classes);
    ARRAYS.check(classes);
  }
}
