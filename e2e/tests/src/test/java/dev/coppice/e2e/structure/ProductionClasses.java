package dev.coppice.e2e.structure;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import io.soabase.recordbuilder.core.RecordBuilderGenerated;
import java.util.List;
import java.util.Set;

/** The compiled code of all modules, read once, without tests and without what serves tests. */
final class ProductionClasses {

  static final Set<String> MODULES =
      Set.of("api", "tls", "http", "core", "kube", "controllers", "webhook", "cli", "app");

  static final Set<String> KIT = Set.of("testkit", "simulator", "fuzz", "faults", "benchmark");

  /** What record builders are made of is not ours to judge. */
  static final DescribedPredicate<JavaClass> HAND_WRITTEN =
      DescribedPredicate.describe(
          "are written by hand",
          type ->
              !type.isAnnotatedWith(RecordBuilderGenerated.class)
                  && type.getEnclosingClass().stream()
                      .noneMatch(outer -> outer.isAnnotatedWith(RecordBuilderGenerated.class)));

  private static final ImportOption NO_TESTS =
      location ->
          ImportOption.Predefined.DO_NOT_INCLUDE_TESTS.includes(location) && !isTestJar(location);

  private static final JavaClasses ALL =
      new ClassFileImporter().withImportOption(NO_TESTS).importPackages(packages(MODULES));

  private static final JavaClasses OF_KIT =
      new ClassFileImporter().withImportOption(NO_TESTS).importPackages(packages(KIT));

  private ProductionClasses() {}

  static JavaClasses all() {
    return ALL;
  }

  /** What serves tests: the test kit and what stands on it. */
  static JavaClasses ofKit() {
    return OF_KIT;
  }

  private static List<String> packages(Set<String> modules) {
    return modules.stream().map(module -> "dev.coppice." + module).toList();
  }

  /** Packages of a module, as ArchUnit writes them. */
  static String module(String name) {
    return "dev.coppice." + name + "..";
  }

  private static boolean isTestJar(Location location) {
    return location.contains("-tests.jar");
  }
}
