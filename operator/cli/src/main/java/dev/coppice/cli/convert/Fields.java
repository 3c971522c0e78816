package dev.coppice.cli.convert;

import dev.coppice.core.admission.field.FieldPath;

/** Where the fields of a LeaderWorkerSet stand. */
final class Fields {

  static final FieldPath METADATA = FieldPath.of("metadata");
  static final FieldPath NAME = METADATA.child("name");
  static final FieldPath SPEC = FieldPath.of("spec");
  static final FieldPath REPLICAS = SPEC.child("replicas");
  static final FieldPath ROLLOUT = SPEC.child("rolloutStrategy");
  static final FieldPath STARTUP_POLICY = SPEC.child("startupPolicy");
  static final FieldPath SUBDOMAIN_POLICY = SPEC.child("networkConfig").child("subdomainPolicy");
  static final FieldPath FIRST_SUB_GROUP_SIZE = SPEC.child("subGroupSize");
  static final FieldPath TEMPLATE = SPEC.child("leaderWorkerTemplate");
  static final FieldPath LEADER = TEMPLATE.child("leaderTemplate");
  static final FieldPath WORKER = TEMPLATE.child("workerTemplate");
  static final FieldPath SIZE = TEMPLATE.child("size");
  static final FieldPath RESTART_POLICY = TEMPLATE.child("restartPolicy");
  static final FieldPath SUB_GROUP_POLICY = TEMPLATE.child("subGroupPolicy");

  private Fields() {}
}
