package dev.coppice.testkit.junit;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** What {@link Soak} does. */
public final class SoakExtension implements TestTemplateInvocationContextProvider {

  /** About as long as the simulated updates take, so that some moments come after their end. */
  private static final int LONGEST_MILLIS = 12_000;

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return true;
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    int rounds =
        Integer.parseInt(Optional.ofNullable(System.getenv("COPPICE_SOAK_ROUNDS")).orElse("1"));
    if (rounds == 1) {
      return Stream.of(new Round(new Moment(Duration.ZERO)));
    }
    // Each test has moments of its own, the same ones in every soak.
    Random random = new Random(context.getUniqueId().hashCode());
    return IntStream.range(0, rounds)
        .mapToObj(_ -> new Moment(Duration.ofMillis(random.nextInt(LONGEST_MILLIS))))
        .map(Round::new);
  }

  private record Round(Moment moment) implements TestTemplateInvocationContext, ParameterResolver {

    @Override
    public String getDisplayName(int invocation) {
      return "[%d] after %d ms".formatted(invocation, moment.delay().toMillis());
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(this);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Moment.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return moment;
    }
  }
}
