package dev.coppice.kube.reading;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coppice.core.object.Unreadable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How metadata is read: who wrote which field is skipped. Our own mark never leaves the process.
 */
@JsonIgnoreProperties("managedFields")
interface ReadMetadata {

  /** Writes what is no mark. */
  @JsonAnyGetter
  @JsonInclude(content = JsonInclude.Include.CUSTOM, contentFilter = Mark.class)
  Map<String, Object> getAdditionalProperties();

  /** Equals what is not written. */
  final class Mark {

    @Override
    public boolean equals(@Nullable Object value) {
      return value instanceof Unreadable;
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }
}
