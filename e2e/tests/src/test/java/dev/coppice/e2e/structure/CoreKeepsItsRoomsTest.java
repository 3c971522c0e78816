package dev.coppice.e2e.structure;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each topic of the core has one package, and knows only packages that stand before it. */
class CoreKeepsItsRoomsTest {

  private static final String CORE = "dev.coppice.core.";
  private static final int MOST_FILES = 25;

  /** From the ground up. */
  private static final List<String> ROOMS =
      List.of(
          "quantity",
          "json",
          "time",
          "history",
          "object",
          "schema",
          "reconcile",
          "watch",
          "child",
          "scheduler",
          "status",
          "subgroup",
          "template",
          "admission",
          "tree",
          "slots",
          "topology",
          "pod",
          "queue",
          "runtime",
          "state",
          "availability",
          "training",
          "explain",
          "unreadable",
          "gang",
          "placement",
          "exclusive",
          "trial",
          "recreation",
          "update",
          "clique",
          "group",
          "set",
          "binding");

  private static String room(JavaClass type) {
    return type.getPackageName().substring(CORE.length()).split("\\.", 2)[0];
  }

  private static Set<String> rooms() {
    return ProductionClasses.all().stream()
        .filter(type -> type.getPackageName().startsWith(CORE))
        .map(CoreKeepsItsRoomsTest::room)
        .collect(Collectors.toSet());
  }

  @Test
  void every_package_has_its_place() {
    assertThat(rooms()).containsExactlyInAnyOrderElementsOf(ROOMS);
  }

  @TestFactory
  List<DynamicTest> a_package_knows_only_those_before_it() {
    return ROOMS.stream()
        .map(room -> DynamicTest.dynamicTest(room, () -> knowsOnlyThoseBefore(room)))
        .toList();
  }

  private static void knowsOnlyThoseBefore(String room) {
    String[] later =
        ROOMS.subList(ROOMS.indexOf(room) + 1, ROOMS.size()).stream()
            .map(other -> CORE + other + "..")
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(CORE + room + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(later)
        .allowEmptyShould(true)
        .check(ProductionClasses.all());
  }

  @Test
  void no_package_has_more_files_than_can_be_looked_through() throws IOException {
    Map<String, Long> files =
        SourceFilesTest.javaFiles(
                SourceFilesTest.projectRoot().resolve("operator/core/src/main/java"))
            .stream()
            .collect(
                Collectors.groupingBy(
                    file -> file.path().getParent().toString(), Collectors.counting()));

    assertThat(files)
        .allSatisfy(
            (folder, count) -> assertThat(count).as(folder).isLessThanOrEqualTo(MOST_FILES));
  }

  @Test
  void the_documentation_lists_every_package() throws IOException {
    Path page = SourceFilesTest.projectRoot().resolve("docs/development/structure.md");

    assertThat(Files.readString(page))
        .contains(rooms().stream().map(room -> "…/core/" + room + "/").toList());
  }
}
