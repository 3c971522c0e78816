package dev.coppice.e2e;

import dev.coppice.testkit.process.ShortProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a Java process really needs of its heap: what a full collection leaves. */
public final class LiveHeap {

  /** Of the generations; metaspace has no total. */
  private static final Pattern USED = Pattern.compile("total \\d+K, used (\\d+)K");

  private LiveHeap() {}

  /** Collects the garbage of a process and says what is left, in KiB. */
  public static long kibibytes(long pid) {
    jcmd(pid, "GC.run");
    Matcher used = USED.matcher(jcmd(pid, "GC.heap_info"));
    long sum = 0;
    while (used.find()) {
      sum += Long.parseLong(used.group(1));
    }
    return sum;
  }

  private static String jcmd(long pid, String command) {
    String program = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    return ShortProgram.run("jcmd " + command, List.of(program, Long.toString(pid), command));
  }
}
