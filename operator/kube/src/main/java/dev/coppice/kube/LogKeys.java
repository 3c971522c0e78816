package dev.coppice.kube;

/** Keys of the values in our log lines. */
public final class LogKeys {

  /** Kind of the object that the line is about. */
  public static final String KIND = "kind";

  /** Its namespace. */
  public static final String NAMESPACE = "namespace";

  /** Its name. */
  public static final String NAME = "name";

  /** Path of a field in it. */
  public static final String FIELD = "field";

  /** Several of them, each with its kind in front. */
  public static final String FIELDS = "fields";

  /** Why something happened, in one word. */
  public static final String REASON = "reason";

  /** Why something did not happen, in words. */
  public static final String FAILURE = "failure";

  /** A plan as YAML. */
  public static final String PLAN = "plan";

  /** Host and port of the API server. */
  public static final String SERVER = "server";

  /** The Lease that is wanted or held. */
  public static final String LEASE = "lease";

  /** Who holds the Lease. */
  public static final String LEADER = "leader";

  /** Names of CustomResourceDefinitions. */
  public static final String DEFINITIONS = "definitions";

  /** Name of a scheduler. */
  public static final String SCHEDULER = "scheduler";

  /** What a process is there for. */
  public static final String ROLE = "role";

  /** The version of the process. */
  public static final String VERSION = "version";

  /** What is served at an address. */
  public static final String ENDPOINT = "endpoint";

  /** Where it is served. */
  public static final String PORT = "port";

  /** How many connections are taken there. */
  public static final String CONNECTIONS = "connections";

  /** The address of somebody who is connected. */
  public static final String SOURCE = "source";

  /** One of the webhooks that the API server calls. */
  public static final String WEBHOOK = "webhook";

  /** The Secret that holds a certificate. */
  public static final String SECRET = "secret";

  /** A folder with files. */
  public static final String FOLDER = "folder";

  /** When something ends to be valid. */
  public static final String EXPIRES = "expires";

  /** By how many seconds this machine's clock is ahead of the API server's. */
  public static final String OFFSET_SECONDS = "offsetSeconds";

  private LogKeys() {}
}
