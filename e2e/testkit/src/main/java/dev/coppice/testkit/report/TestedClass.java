package dev.coppice.testkit.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What Maven reports about the tests of one class.
 *
 * @param name the class
 * @param tests how many there were
 * @param seconds how long they took
 * @param again those that failed and were run once more, with what became of them
 */
record TestedClass(String name, int tests, double seconds, List<String> again) {

  private static final List<String> PASSED_THEN = List.of("flakyFailure", "flakyError");
  private static final List<String> FAILED_AGAIN = List.of("rerunFailure", "rerunError");

  TestedClass {
    again = List.copyOf(again);
  }

  /** Reads the report of one class as Surefire and Failsafe write it. */
  static TestedClass read(Path file) {
    try {
      Element suite =
          DocumentBuilderFactory.newDefaultInstance()
              .newDocumentBuilder()
              .parse(file.toFile())
              .getDocumentElement();
      return new TestedClass(
          suite.getAttribute("name"),
          Integer.parseInt(suite.getAttribute("tests")),
          Double.parseDouble(suite.getAttribute("time").replace(",", "")),
          children(suite, "testcase").flatMap(TestedClass::again).toList());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalStateException("not a report of tests: " + file, e);
    }
  }

  private static Stream<String> again(Element test) {
    String name = test.getAttribute("classname") + "." + test.getAttribute("name");
    if (PASSED_THEN.stream().anyMatch(tag -> children(test, tag).findAny().isPresent())) {
      return Stream.of(name + ": failed, then passed");
    }
    return FAILED_AGAIN.stream().anyMatch(tag -> children(test, tag).findAny().isPresent())
        ? Stream.of(name + ": failed again")
        : Stream.empty();
  }

  private static Stream<Element> children(Element parent, String tag) {
    NodeList found = parent.getElementsByTagName(tag);
    return IntStream.range(0, found.getLength()).mapToObj(found::item).map(Element.class::cast);
  }
}
