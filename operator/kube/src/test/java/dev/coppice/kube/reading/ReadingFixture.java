package dev.coppice.kube.reading;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Unreadable;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Sets as an API server sends them, and a reader of them. */
abstract class ReadingFixture {

  static final int MEGABYTE = 1 << 20;

  final KubernetesSerialization serialization =
      ClusterSerialization.of(
          List.of(PodCliqueSet.class, PodClique.class, PodGang.class, Pod.class, Status.class));

  static String set(String name, String spec) {
    return """
    {'apiVersion':'grove.io/v1alpha1','kind':'PodCliqueSet',
     'metadata':{'name':'%s','namespace':'ns','uid':'u-%s','resourceVersion':'7','generation':3,
      'creationTimestamp':'2026-11-27T10:00:00Z','deletionTimestamp':'2026-11-27T11:00:00Z',
      'labels':{'a':'b'},'annotations':{'c':'d'},'finalizers':['x/y'],
      'ownerReferences':[{'apiVersion':'v1','kind':'K','name':'o','uid':'o-1','controller':true}],
      'managedFields':[{'manager':'m'}]},
     'spec':%s,'status':{'replicas':2}}\
    """
        .formatted(name, name, spec)
        .replace('\'', '"');
  }

  /** A set with something below the template of its only clique. */
  static String podSpec(String podSpec) {
    return set("a", "{'template':{'cliques':[{'name':'c','spec':{'podSpec':" + podSpec + "}}]}}");
  }

  PodCliqueSet event(String object) {
    WatchEvent event =
        serialization.unmarshal(
            "{\"type\":\"MODIFIED\",\"object\":" + object + "}", WatchEvent.class);
    assertThat(event.getType()).isEqualTo("MODIFIED");
    return (PodCliqueSet) event.getObject();
  }

  static Unreadable mark(HasMetadata object) {
    return Unreadable.of(object).orElseThrow();
  }

  <T extends HasMetadata> KubernetesResourceList<T> list(Class<T> kind, String json) {
    Type type = serialization.constructParametricType(DefaultKubernetesResourceList.class, kind);
    return serialization.unmarshal(
        new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)),
        new TypeReference<KubernetesResourceList<T>>() {
          @Override
          public Type getType() {
            return type;
          }
        });
  }
}
