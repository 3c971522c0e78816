package dev.coppice.simulator.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.GroveResource;
import dev.coppice.simulator.model.FieldEdit;
import dev.coppice.simulator.model.FieldEdits;
import dev.coppice.simulator.training.ForgeryTest.Scene;
import dev.coppice.simulator.training.TrainingWorld.Death;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A field that somebody writes or empties, chosen by a seed, as are the object, what runs, since
 * when, and when the operator dies. What is recorded of indices is believed, and left out; so is
 * what a new owner or another place makes of a pod.
 *
 * @param scene what runs
 * @param choice chooses everything else
 * @param death when the operator dies, counted from the edit on
 */
record AnyField(Scene scene, long choice, Death death) {

  private static final int NEXT_WRITES = 8;
  private static final int LONGEST_WAIT_IN_SECONDS = 900;
  private static final Set<String> RECORDED = Set.of("completedIndexes", "failedIndexes");

  static AnyField of(long seed) {
    Random random = new Random(seed);
    List<Scene> scenes = List.copyOf(Scene.RUNNING);
    return new AnyField(
        scenes.get(random.nextInt(scenes.size())),
        random.nextLong(),
        new Death(random.nextInt(NEXT_WRITES), random.nextBoolean()));
  }

  /** Checks that nothing that runs is lost by it, and that a job comes to its end. */
  void check() {
    int before = scene.begin(Death.NEVER).writes();
    Death dies =
        death.write() == 0 ? Death.NEVER : new Death(before + death.write(), death.obeyed());
    TrainingWorld world = scene.begin(dies);
    Random random = new Random(choice);
    world.pass(Duration.ofSeconds(random.nextInt(LONGEST_WAIT_IN_SECONDS)));
    Set<String> pods = ForgeryTest.running(world);
    int restarts = world.status().restartCount();
    FieldEdit edit = choose(world, random);
    try {
      edit.commit(world.cluster());
      world.pass(Duration.ofMinutes(15));

      assertThat(ForgeryTest.running(world)).isEqualTo(pods);
      assertThat(world.status().restartCount()).isEqualTo(restarts);
      ForgeryTest.assertRests(world);
      if (scene.trains()) {
        ForgeryTest.assertSucceeds(world, restarts);
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("%s: %s".formatted(this, edit), e);
    }
  }

  private static FieldEdit choose(TrainingWorld world, Random random) {
    List<HasMetadata> objects =
        world.cluster().all(HasMetadata.class).filter(AnyField::isForged).toList();
    return Stream.generate(
            () -> FieldEdits.choose(objects.get(random.nextInt(objects.size())), random))
        .flatMap(edit -> edit.stream())
        .filter(AnyField::costsNothing)
        .findFirst()
        .orElseThrow();
  }

  private static boolean isForged(HasMetadata object) {
    return object instanceof GroveResource<?, ?> || object instanceof Pod;
  }

  private static boolean costsNothing(FieldEdit edit) {
    return RECORDED.stream().noneMatch(edit.path()::contains)
        && (edit.isOfStatus() || edit.path().equals("/metadata/ownerReferences"));
  }
}
