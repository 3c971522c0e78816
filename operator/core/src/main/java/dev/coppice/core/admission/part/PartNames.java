package dev.coppice.core.admission.part;

import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.NameFormat;
import java.util.HashSet;
import java.util.Set;

/** The names of one list of parts: every part has one, of its own, that can stand in host names. */
public final class PartNames {

  private final String missing;
  private final Set<String> seen = new HashSet<>();

  /** Nothing seen yet; the text is for a part without a name. */
  public PartNames(String missing) {
    this.missing = missing;
  }

  public void check(FieldPath path, String name, Findings.Collector found) {
    if (Parts.isBlank(name)) {
      found.required(path, missing);
      return;
    }
    NameFormat.DNS_LABEL.check(path, name, found);
    if (!seen.add(name)) {
      found.duplicate(path, name);
    }
  }
}
