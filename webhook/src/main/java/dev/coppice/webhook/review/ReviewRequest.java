package dev.coppice.webhook.review;

import io.fabric8.kubernetes.api.model.admission.v1.AdmissionRequest;
import org.jspecify.annotations.Nullable;

/**
 * What the API server asks.
 *
 * @param uid what the answer has to repeat
 * @param about everything but the objects
 * @param object as it would be stored; null when it is deleted
 * @param oldObject as it is stored; null when it is created
 */
public record ReviewRequest(
    String uid,
    AdmissionRequest about,
    @Nullable ReviewedObject object,
    @Nullable ReviewedObject oldObject) {}
