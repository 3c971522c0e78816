package dev.coppice.core.subgroup;

import dev.coppice.core.object.Variables;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The variables by which TPU software finds the hosts of its slice. A slice is what of a subgroup
 * asks for TPUs, so that they follow from who is in it, whatever the layout.
 */
public final class TpuVariables {

  static final String WORKER_HOSTNAMES = "TPU_WORKER_HOSTNAMES";
  static final String WORKER_ID = "TPU_WORKER_ID";
  static final String NAME = "TPU_NAME";
  static final String PROCESS_ADDRESSES = "TPU_PROCESS_ADDRESSES";
  static final String PROCESS_PORT = "TPU_PROCESS_PORT";

  /** The port of the first container; each further one has the next. */
  private static final int FIRST_PORT = 8476;

  private final SlotGroup group;
  private final Slot own;
  private final List<Slot> slice;

  private TpuVariables(SlotGroup group, Slot own) {
    this.group = group;
    this.own = own;
    this.slice = group.neighbours(own).filter(slot -> slot.member().hasTpus()).toList();
  }

  /**
   * The pod of a slot with the variables; the given one is left as it is. Nothing is added in a
   * group without subgroups, nor to a pod that knows its slice by itself.
   *
   * @param slot the slot, whose containers with TPUs are those of the pod
   */
  public static PodSpec into(PodSpec pod, SlotGroup group, Slot slot) {
    List<TpuContainer> containers = slot.member().tpuContainers();
    if (group.subGroups() == null
        || containers.isEmpty()
        || containers.stream().anyMatch(TpuVariables::knowsItsSlice)) {
      return pod;
    }
    TpuVariables variables = new TpuVariables(group, slot);
    return new PodSpecBuilder(pod)
        .withContainers(variables.into(pod.getContainers(), false))
        .withInitContainers(variables.into(pod.getInitContainers(), true))
        .build();
  }

  private static boolean knowsItsSlice(TpuContainer container) {
    return container.variables().contains(WORKER_HOSTNAMES)
        || container.variables().contains(WORKER_ID);
  }

  private List<Container> into(List<Container> containers, boolean init) {
    List<Container> told = new ArrayList<>(containers);
    List<TpuContainer> all = own.member().tpuContainers();
    for (int i = 0; i < all.size(); i++) {
      TpuContainer one = all.get(i);
      if (one.init() == init) {
        told.set(
            one.position(),
            new ContainerBuilder(told.get(one.position())).addAllToEnv(of(one, i)).build());
      }
    }
    return told;
  }

  /** What is appended to one container; {@code number} is its place among those with TPUs. */
  private List<EnvVar> of(TpuContainer container, int number) {
    return Stream.of(
            Variables.value(WORKER_HOSTNAMES, hostnames()),
            Variables.number(WORKER_ID, before() + number),
            Variables.value(NAME, group.leader().hostname()),
            Variables.value(PROCESS_ADDRESSES, addresses()),
            Variables.number(PROCESS_PORT, FIRST_PORT + number))
        .filter(variable -> !container.variables().contains(variable.getName()))
        .toList();
  }

  private String hostnames() {
    return slice.stream()
        .flatMap(slot -> slot.member().tpuContainers().stream().map(_ -> group.address(slot)))
        .collect(Collectors.joining(","));
  }

  private String addresses() {
    return slice.stream()
        .flatMap(slot -> addresses(slot, slot.member().tpuContainers()))
        .collect(Collectors.joining(","));
  }

  private Stream<String> addresses(Slot slot, List<TpuContainer> containers) {
    return IntStream.range(0, containers.size())
        .mapToObj(i -> group.address(slot) + ":" + port(containers.get(i), i));
  }

  private static String port(TpuContainer container, int number) {
    String own = container.port();
    return own == null ? Integer.toString(FIRST_PORT + number) : own;
  }

  /** How many containers with TPUs stand before those of the slot. */
  private int before() {
    return slice.stream()
        .filter(slot -> slot.number() < own.number())
        .mapToInt(slot -> slot.member().tpuContainers().size())
        .sum();
  }
}
