package dev.coppice.app.http;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides who may read a page, before anything of it is made. */
@FunctionalInterface
public interface Readers {

  /** Everybody. */
  Readers ALL = (_, _) -> Optional.empty();

  /**
   * Judges one request.
   *
   * @param path of the page
   * @param authorization the header of that name; null if there is none
   * @return what to answer instead of the page; empty for somebody who may read it
   */
  Optional<Page> refusal(String path, @Nullable String authorization);
}
