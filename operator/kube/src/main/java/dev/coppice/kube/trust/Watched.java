package dev.coppice.kube.trust;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;

/** A watch over one object that goes on through every outage until it is closed. */
public final class Watched implements AutoCloseable {

  private final SharedIndexInformer<GenericKubernetesResource> informer;

  private Watched(SharedIndexInformer<GenericKubernetesResource> informer) {
    this.informer = informer;
  }

  static Watched of(Resource<GenericKubernetesResource> object, Runnable changed) {
    SharedIndexInformer<GenericKubernetesResource> informer = object.runnableInformer(0);
    informer.exceptionHandler((_, _) -> true);
    informer.addEventHandler(
        new ResourceEventHandler<>() {
          @Override
          public void onAdd(GenericKubernetesResource fresh) {
            changed.run();
          }

          @Override
          public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource after) {
            changed.run();
          }

          @Override
          public void onDelete(GenericKubernetesResource last, boolean unseen) {
            changed.run();
          }
        });
    var _ = informer.start();
    return new Watched(informer);
  }

  @Override
  public void close() {
    informer.close();
  }
}
