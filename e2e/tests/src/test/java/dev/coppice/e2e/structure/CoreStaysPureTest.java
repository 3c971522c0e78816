package dev.coppice.e2e.structure;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Random;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The core decides on what it is given, and on nothing else. */
class CoreStaysPureTest {

  private static final String CORE = ProductionClasses.module("core");

  private static final Set<String> AMBIENT_OF_SYSTEM =
      Set.of("currentTimeMillis", "nanoTime", "getenv", "getProperty", "getProperties");

  private static final DescribedPredicate<JavaAccess<?>> READS_WHAT_IT_WAS_NOT_GIVEN =
      DescribedPredicate.describe("time, randomness or environment", CoreStaysPureTest::isAmbient);

  private static boolean isAmbient(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    String name = access.getName();
    return switch (owner) {
      case "java.lang.System" -> AMBIENT_OF_SYSTEM.contains(name);
      case "java.lang.Math", "java.lang.StrictMath" -> name.equals("random");
      case "java.util.UUID" -> name.equals("randomUUID");
      case "java.time.Clock" -> name.startsWith("system") || name.startsWith("tick");
      default -> owner.startsWith("java.time.") && name.equals("now");
    };
  }

  @Test
  void depends_on_the_model_and_on_json_only() {
    classes()
        .that()
        .resideInAPackage(CORE)
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                CORE,
                ProductionClasses.module("api"),
                "java..",
                "io.fabric8.kubernetes.api.model..",
                "io.fabric8.kubernetes.model..",
                "com.fasterxml.jackson..",
                "io.soabase.recordbuilder.core..",
                "org.jspecify.annotations.."))
        .check(ProductionClasses.all());
  }

  @Test
  void takes_time_randomness_and_environment_as_arguments() {
    noClasses()
        .that()
        .resideInAPackage(CORE)
        .should()
        .accessTargetWhere(READS_WHAT_IT_WAS_NOT_GIVEN)
        .check(ProductionClasses.all());
  }

  @Test
  void starts_no_threads_and_does_no_input_or_output() {
    noClasses()
        .that()
        .resideInAPackage(CORE)
        .should()
        .dependOnClassesThat(
            type(Thread.class)
                .or(type(ThreadLocal.class))
                .or(type(Random.class))
                .or(type(Timer.class))
                .or(JavaClass.Predicates.assignableTo(RandomGenerator.class))
                .or(JavaClass.Predicates.assignableTo(Executor.class))
                .or(resideInAPackage("java.net.."))
                .or(resideInAPackage("java.nio.file.."))
                .as("threads, randomness, files or the network"))
        .check(ProductionClasses.all());
  }

  @Test
  void consists_of_values_that_nobody_changes() {
    classes()
        .that(ProductionClasses.HAND_WRITTEN)
        .and()
        .resideInAPackage(CORE)
        .should(new ImmutableValue())
        .check(ProductionClasses.all());
  }
}
