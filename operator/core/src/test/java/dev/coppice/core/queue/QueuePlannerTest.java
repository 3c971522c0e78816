package dev.coppice.core.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.gang.PodGang;
import dev.coppice.api.queue.Queue;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Memory;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Pending;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueuePlannerTest {

  private static final Instant NOW = Instant.parse("2026-01-02T03:00:00Z");
  private static final QueueWatches WATCHES = new QueueWatches(Optional.of("default-queue"));

  private static Queue queue(String name, String parent, String status) {
    return TestYaml.read(
        """
        metadata: {name: %s, uid: %s, resourceVersion: '7'}
        spec: {%s}
        %s
        """
            .formatted(
                name,
                name,
                parent.isEmpty() ? "" : "parentQueue: " + parent,
                status.isEmpty() ? "" : "status: " + status),
        Queue.class);
  }

  private static PodGang gang(String name, String labels, String resources) {
    return TestYaml.read(
        """
        metadata: {name: %s, namespace: ai, uid: %s, labels: {%s}}
        spec: {podgroups: []}
        status: {phase: Running, resourcesStatus: %s}
        """
            .formatted(name, name, labels, resources),
        PodGang.class);
  }

  private static Plan plan(Queue queue, Instant now, HasMetadata... others) {
    Memory memory = Memory.none().withPending(Pending.WORDS, NOW.minusMillis(100));
    return new QueuePlanner()
        .plan(
            Snapshot.of(
                queue,
                Observed.of(
                    Stream.of(others).filter(other -> WATCHES.relates(queue, other)).toList()),
                memory),
            now);
  }

  private static List<String> written(Queue queue, HasMetadata... others) {
    return plan(queue, NOW, others).actions().stream()
        .map(action -> ((Action.Patch) action).operations().toString())
        .toList();
  }

  @Test
  void the_sum_of_children_and_own_gangs_is_reported() {
    assertThat(
            written(
                queue("dept", "", "{childQueues: [a]}"),
                queue("b", "dept", "{requested: {cpu: '2'}, allocated: {cpu: 500m}}"),
                queue("a", "dept", "{requested: {cpu: '1', memory: 1Gi}}"),
                queue("deep", "a", "{requested: {cpu: '64'}}"),
                queue("other", "", "{requested: {cpu: '64'}}"),
                gang("g", "kai.scheduler/queue: dept", "{requested: {cpu: 250m}}"),
                gang("h", "kai.scheduler/queue: a", "{requested: {cpu: '64'}}")))
        .containsExactly(
            "[{\"op\":\"test\",\"path\":\"/metadata/resourceVersion\",\"value\":\"7\"},"
                + "{\"op\":\"add\",\"path\":\"/status/childQueues\",\"value\":[\"a\",\"b\"]},"
                + "{\"op\":\"add\",\"path\":\"/status/requested\",\"value\":{\"cpu\":\"3250m\",\"memory\":\"1Gi\"}},"
                + "{\"op\":\"add\",\"path\":\"/status/allocated\",\"value\":{\"cpu\":\"500m\"}}]");
  }

  @Test
  void gangs_without_a_queue_count_in_the_default_queue() {
    assertThat(written(queue("default-queue", "", ""), gang("g", "", "{requested: {cpu: '1'}}")))
        .singleElement()
        .asString()
        .contains("\"path\":\"/status\"", "\"requested\":{\"cpu\":\"1\"}");
  }

  @Test
  void what_is_no_more_is_taken_away() {
    assertThat(written(queue("dept", "", "{childQueues: [a], requested: {cpu: '1'}}")))
        .containsExactly(
            "[{\"op\":\"test\",\"path\":\"/metadata/resourceVersion\",\"value\":\"7\"},"
                + "{\"op\":\"remove\",\"path\":\"/status/childQueues\"},"
                + "{\"op\":\"remove\",\"path\":\"/status/requested\"}]");
  }

  @Test
  void nothing_is_written_when_nothing_changes() {
    assertThat(
            written(
                queue("dept", "", "{childQueues: [a], requested: {cpu: '1'}}"),
                queue("a", "dept", "{requested: {cpu: 1000m}}")))
        .isEmpty();
    assertThat(written(queue("dept", "", ""))).isEmpty();
  }

  @Test
  void a_change_waits_a_tenth_of_a_second_for_others() {
    Queue queue = queue("dept", "", "");
    PodGang gang = gang("g", "kai.scheduler/queue: dept", "{requested: {cpu: 250m}}");

    Plan early = plan(queue, NOW.minusMillis(1), gang);

    assertThat(early.actions()).isEmpty();
    assertThat(early.requeueAt()).isEqualTo(NOW);
  }

  @Test
  void nothing_is_summed_up_while_a_write_waits() {
    Queue queue = queue("dept", "", "");

    // There is nothing to write any more, which is seen when it is due.
    assertThat(plan(queue, NOW.minusMillis(1)).requeueAt()).isEqualTo(NOW);
    assertThat(plan(queue, NOW).requeueAt()).isNull();
  }

  /** CPU time: other processes on the machine do not count. */
  @ParameterizedTest
  @CsvSource({"1000, 5000, 9000, 12000Gi", "20000, 1, 30001500m, 40002Gi"})
  void thousands_of_children_and_gangs_are_summed_up_in_milliseconds(
      int children, int gangs, String cpu, String memory) {
    Queue dept = queue("dept", "", "");
    Queue child =
        queue("q", "dept", "{requested: {cpu: 1500m, memory: 2Gi}, allocated: {cpu: '1'}}");
    PodGang gang =
        gang(
            "g",
            "kai.scheduler/queue: dept",
            "{requested: {cpu: 1500m, memory: 2Gi, nvidia.com/gpu: '8'}, allocated: {cpu: 1500m, memory: 2Gi, nvidia.com/gpu: '8'}}");
    Observed observed =
        Observed.of(
            Stream.concat(
                    IntStream.range(0, children).mapToObj(i -> named(child, "q" + i)),
                    IntStream.range(0, gangs).mapToObj(i -> named(gang, "g" + i)))
                .toList());
    Snapshot<Queue> snapshot =
        Snapshot.of(dept, observed, Memory.none().withPending(Pending.WORDS, NOW.minusMillis(100)));
    int tries = 20;
    IntStream.range(0, tries).forEach(_ -> new QueuePlanner().plan(snapshot, NOW));

    long before = cpuTime();
    Plan plan = null;
    for (int i = 0; i < tries; i++) {
      plan = new QueuePlanner().plan(snapshot, NOW);
    }
    long milliseconds = (cpuTime() - before) / tries / 1_000_000;

    System.out.println("one sum takes " + milliseconds + " ms");
    assertThat(plan.actions())
        .singleElement()
        .extracting(action -> ((Action.Patch) action).operations().toString())
        .asString()
        .contains("\"requested\":{\"cpu\":\"%s\",\"memory\":\"%s\"".formatted(cpu, memory));
    assertThat(milliseconds).isLessThan(100);
  }

  private static Queue named(Queue queue, String name) {
    Queue copy = new Queue();
    copy.setMetadata(metadata(queue, name));
    copy.setSpec(queue.getSpec());
    copy.setStatus(queue.getStatus());
    return copy;
  }

  private static PodGang named(PodGang gang, String name) {
    PodGang copy = new PodGang();
    copy.setMetadata(metadata(gang, name));
    copy.setSpec(gang.getSpec());
    copy.setStatus(gang.getStatus());
    return copy;
  }

  private static ObjectMeta metadata(HasMetadata object, String name) {
    return new ObjectMetaBuilder(object.getMetadata()).withName(name).withUid(name).build();
  }

  private static long cpuTime() {
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    return thread.getCurrentThreadCpuTime();
  }

  @Test
  void sums_do_not_run_around_a_circle() {
    assertThat(
            written(
                queue("a", "b", "{requested: {cpu: '1'}}"),
                queue("b", "a", "{requested: {cpu: '1'}}"),
                queue("c", "a", "{requested: {cpu: '5'}}")))
        .singleElement()
        .asString()
        .contains("\"type\":\"Cycle\"", "[\"b\",\"c\"]", "{\"cpu\":\"5\"}");
  }

  @Test
  void a_sum_is_read_by_the_queue_above_and_a_parent_by_all_below() {
    Queue before = queue("mid", "top", "");
    Queue summed = queue("mid", "top", "{requested: {cpu: '1'}}");
    Queue moved = queue("mid", "other", "");

    assertThat(WATCHES.changed(summed, before)).isTrue();
    assertThat(WATCHES.reaches(queue("top", "", ""), summed, before)).isTrue();
    assertThat(WATCHES.reaches(queue("leaf", "mid", ""), summed, before)).isFalse();
    assertThat(WATCHES.reaches(queue("leaf", "mid", ""), moved, before)).isTrue();
    assertThat(WATCHES.changed(queue("mid", "top", "{childQueues: [leaf]}"), before)).isFalse();
  }
}
