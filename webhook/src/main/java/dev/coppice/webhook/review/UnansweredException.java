package dev.coppice.webhook.review;

/** What an answer depends on cannot be known now; whoever asked may ask again. */
public final class UnansweredException extends RuntimeException {

  private final String reason;

  /**
   * In words for the user whose write is refused for it.
   *
   * @param reason what is not known
   * @param cause why
   */
  public UnansweredException(String reason, Throwable cause) {
    super(reason, cause);
    this.reason = reason;
  }

  @Override
  public String getMessage() {
    return reason;
  }
}
