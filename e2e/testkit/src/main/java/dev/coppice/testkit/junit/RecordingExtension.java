package dev.coppice.testkit.junit;

import dev.coppice.api.Labels;
import dev.coppice.testkit.oracle.Invariant;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.oracle.Transcript;
import dev.coppice.testkit.oracle.Violation;
import dev.coppice.testkit.oracle.ViolationReport;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Recording;
import dev.coppice.testkit.recorder.Rest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Records each test and fails it when the recording breaks a rule. */
public final class RecordingExtension
    implements BeforeEachCallback, AfterTestExecutionCallback, ParameterResolver {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Path TRANSCRIPTS = RunDirectory.of("recordings");
  private static final Notes CHECKED = new Notes("checked");
  private static final Namespace KEY = Namespace.create(RecordingExtension.class);

  @Override
  public void beforeEach(ExtensionContext context) {
    var tenancy = ControlPlaneExtension.tenancy(context);
    context
        .getStore(KEY)
        .put(Recorder.class, Recorder.inNamespace(tenancy.client(), tenancy.namespace().name()));
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Recorder.class
        && context.getTestMethod().isPresent();
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return recorder(context);
  }

  private static Recorder recorder(ExtensionContext context) {
    return Objects.requireNonNull(context.getStore(KEY).get(Recorder.class, Recorder.class));
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    Recorder recorder = recorder(context);
    Optional<Throwable> failure = context.getExecutionException();
    if (failure.isPresent()) {
      Recording recording = recorder.recording();
      String told = keep(recording, context);
      List<Violation> violations = Invariants.check(always(context), recording);
      note(always(context), recording);
      failure.get().addSuppressed(new AssertionError(message(violations, recording) + told));
      return;
    }
    Recording recording = recorder.upToDate();
    List<String> complaints = new ArrayList<>();
    if (settles(context) && concernsUs(recording)) {
      Optional<Recording> rested =
          recorder.rest().await(Rest.QUIET, PATIENCE, RecordingExtension::looksSettled);
      recording = rested.orElseGet(recorder::upToDate);
      List<Violation> unsettled = Invariants.check(Invariants.AT_REST, recording);
      note(Invariants.AT_REST, recording);
      if (!unsettled.isEmpty()) {
        complaints.add(ViolationReport.of(unsettled, recording));
      } else if (rested.isEmpty()) {
        complaints.add(
            "something still changed %d s after the test: see the end of the recording"
                .formatted(PATIENCE.toSeconds()));
      }
    }
    List<Violation> violations = Invariants.check(always(context), recording);
    note(always(context), recording);
    if (!violations.isEmpty()) {
      complaints.addFirst(ViolationReport.of(violations, recording));
    }
    if (!complaints.isEmpty()) {
      throw new AssertionError(String.join("\n", complaints) + keep(recording, context));
    }
  }

  private static void note(List<Invariant> rules, Recording recording) {
    CHECKED.add("%d %d".formatted(rules.size(), recording.events().size()));
  }

  private static boolean looksSettled(Recording recording) {
    return Invariants.check(Invariants.AT_REST, recording).isEmpty();
  }

  private static boolean settles(ExtensionContext context) {
    return !isAnnotated(context, EndsUnsettled.class);
  }

  private static List<Invariant> always(ExtensionContext context) {
    return isAnnotated(context, ForgesStatus.class)
        ? Invariants.ALWAYS_BUT_OF_REPORTS
        : Invariants.ALWAYS;
  }

  private static boolean isAnnotated(ExtensionContext context, Class<? extends Annotation> type) {
    return AnnotationSupport.isAnnotated(context.getTestMethod(), type)
        || AnnotationSupport.isAnnotated(context.getTestClass(), type);
  }

  /** Whether anything was recorded that the operator may still be at work on. */
  private static boolean concernsUs(Recording recording) {
    return recording.events().stream()
        .anyMatch(event ->
            event.kind().equals("PodCliqueSet")
                || event.label(Labels.MANAGED_BY).equals(Labels.MANAGER));
  }

  private static String message(List<Violation> violations, Recording recording) {
    return violations.isEmpty()
        ? "the rules that always hold were kept"
        : ViolationReport.of(violations, recording);
  }

  /** Writes the recording to a file, and says where. */
  private static String keep(Recording recording, ExtensionContext context) {
    Path file = TRANSCRIPTS.resolve(ControlPlaneExtension.tenancy(context).namespace() + ".txt");
    try {
      Files.createDirectories(TRANSCRIPTS);
      Files.writeString(file, Transcript.of(recording));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep the recording in " + file, e);
    }
    return "\nrecording: " + file.toAbsolutePath();
  }
}
