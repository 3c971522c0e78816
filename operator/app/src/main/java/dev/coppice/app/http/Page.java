package dev.coppice.app.http;

/** What one request is answered with. */
public record Page(int status, String contentType, String body) {

  /** A page for people. */
  public static Page text(int status, String body) {
    return new Page(status, "text/plain; charset=utf-8", body);
  }
}
