package dev.coppice.e2e.structure;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Deletable;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each module does its own work, and arrows between them and their packages run one way. */
class ModulesKeepTheirPlaceTest {

  private static final String RECONCILER = "io.javaoperatorsdk.operator.api.reconciler.Reconciler";

  private static final ArchRule ONLY_KUBE_WRITES =
      noClasses()
          .that()
          .resideOutsideOfPackage(ProductionClasses.module("kube"))
          .should(new ClientWrites());

  @Test
  void all_modules_are_looked_at() {
    for (String module : ProductionClasses.MODULES) {
      assertThat(ProductionClasses.all())
          .as(module)
          .anyMatch(resideInAPackage(ProductionClasses.module(module)));
    }
  }

  @Test
  void only_kube_changes_the_cluster() {
    ONLY_KUBE_WRITES.check(ProductionClasses.all());
  }

  @ParameterizedTest
  @ValueSource(classes = {Deletes.class, DeletesByReference.class, SendsRaw.class})
  void who_changes_the_cluster_elsewhere_is_found(Class<?> offender) {
    JavaClasses classes = new ClassFileImporter().importClasses(offender);

    assertThatThrownBy(() -> ONLY_KUBE_WRITES.check(classes))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(offender.getSimpleName());
  }

  @Test
  void who_only_reads_the_cluster_is_not_found() {
    ONLY_KUBE_WRITES.check(new ClassFileImporter().importClasses(Reads.class));
  }

  @Test
  void only_kube_controllers_and_app_know_the_framework() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            ProductionClasses.module("kube"),
            ProductionClasses.module("controllers"),
            ProductionClasses.module("app"))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.javaoperatorsdk..")
        .check(ProductionClasses.all());
  }

  @ParameterizedTest
  @ValueSource(strings = {"controllers", "webhook", "cli"})
  void modules_beside_each_other_do_not_know_each_other(String module) {
    String[] others =
        Set.of("controllers", "webhook", "cli", "app").stream()
            .filter(other -> !other.equals(module))
            .map(ProductionClasses::module)
            .toArray(String[]::new);

    noClasses()
        .that()
        .resideInAPackage(ProductionClasses.module(module))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .check(ProductionClasses.all());
  }

  @Test
  void nothing_in_production_depends_on_what_serves_tests() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            Stream.concat(
                    Stream.concat(ProductionClasses.KIT.stream(), Stream.of("e2e"))
                        .map(ProductionClasses::module),
                    Stream.of("org.junit.."))
                .toArray(String[]::new))
        .check(ProductionClasses.all());
  }

  @Test
  void controllers_do_not_know_each_other() {
    JavaClasses all = ProductionClasses.all();
    String[] controllers =
        all.stream()
            .filter(type -> !type.isInterface())
            .filter(assignableTo(RECONCILER))
            .map(JavaClass::getPackageName)
            .distinct()
            .toArray(String[]::new);

    for (String controller : controllers) {
      String[] others =
          Arrays.stream(controllers)
              .filter(other -> !other.equals(controller))
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(controller)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(others)
          .check(all);
    }
  }

  @Test
  void packages_form_no_cycles() {
    slices().matching("dev.coppice.(**)").should().beFreeOfCycles().check(ProductionClasses.all());
  }

  @Test
  void packages_of_what_serves_tests_form_no_cycles() {
    slices()
        .matching("dev.coppice.(**)")
        .should()
        .beFreeOfCycles()
        .check(ProductionClasses.ofKit());
  }

  @ParameterizedTest
  @ValueSource(strings = {"simulator", "faults", "benchmark"})
  void what_stands_on_the_test_kit_does_not_know_what_stands_beside_it(String module) {
    String[] others =
        ProductionClasses.KIT.stream()
            .filter(other -> !other.equals(module) && !other.equals("testkit"))
            .map(ProductionClasses::module)
            .toArray(String[]::new);

    noClasses()
        .that()
        .resideInAnyPackage(ProductionClasses.module(module), ProductionClasses.module("testkit"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .check(ProductionClasses.ofKit());
  }

  /** Who judges by what is judged proves nothing: what was planned is looked at, never decided. */
  @Test
  void rules_of_simulations_call_nothing_that_decides() {
    noClasses()
        .that()
        .resideInAPackage("dev.coppice.simulator.rule..")
        .should()
        .dependOnClassesThat(
            resideInAPackage(ProductionClasses.module("core"))
                .and(
                    not(
                        belongToAnyOf(
                            Action.class,
                            Answer.class,
                            ObjectKey.class,
                            Observed.class,
                            Outcome.class,
                            LiveRead.class,
                            Snapshot.class))))
        .check(ProductionClasses.ofKit());
  }

  @Test
  void every_package_is_null_marked() {
    classes().should(new NullMarkedPackage()).check(ProductionClasses.all());
    classes().should(new NullMarkedPackage()).check(ProductionClasses.ofKit());
  }

  /** Breaks the rule by a call. */
  static final class Deletes {
    void run(KubernetesClient client) {
      var _ = client.pods().withName("web").delete();
    }
  }

  /** Breaks the rule by a reference to a method. */
  static final class DeletesByReference {
    void run(KubernetesClient client) {
      client.pods().resources().forEach(Deletable::delete);
    }
  }

  /** Breaks the rule below the client's types. */
  static final class SendsRaw {
    void run(KubernetesClient client) {
      client.raw("/api/v1/pods", "POST", "{}");
    }
  }

  /** Keeps the rule. */
  static final class Reads {
    void run(KubernetesClient client) {
      client.pods().list();
    }
  }
}
