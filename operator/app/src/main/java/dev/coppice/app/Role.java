package dev.coppice.app;

import java.util.Locale;

/** What a process is there for. */
enum Role {
  OPERATOR("Runs the controllers."),
  WEBHOOK("Serves admission requests."),
  ALL("Runs the controllers and serves admission requests in one process.");

  private final String description;

  Role(String description) {
    this.description = description;
  }

  String subcommand() {
    return name().toLowerCase(Locale.ROOT);
  }

  String description() {
    return description;
  }

  boolean runsControllers() {
    return this != WEBHOOK;
  }

  boolean servesAdmission() {
    return this != OPERATOR;
  }
}
