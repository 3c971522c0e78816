package dev.coppice.api.crd;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.doctree.TextTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Reads what the Javadoc of the model's source files says about types and record components. */
final class RecordDocs {

  private record Doc(String text, Map<String, String> components) {}

  private final Path sources;
  private final Map<Class<?>, Doc> read = new HashMap<>();

  RecordDocs(Path sources) {
    this.sources = sources;
  }

  /** Returns the text above the tags. */
  String of(Class<?> type) {
    return read.computeIfAbsent(type, this::read).text();
  }

  /** Returns the text of the component's param tag. */
  String of(Class<?> type, String component) {
    String text = read.computeIfAbsent(type, this::read).components().get(component);
    if (text == null || text.isBlank()) {
      throw new IllegalStateException(type.getName() + " has no @param " + component);
    }
    return text;
  }

  private Doc read(Class<?> type) {
    Path file = sources.resolve(type.getName().replace('.', '/') + ".java");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(null, files, null, List.of(), null, files.getJavaFileObjects(file));
      DocTrees trees = DocTrees.instance(task);
      for (var unit : task.parse()) {
        for (var declaration : unit.getTypeDecls()) {
          if (declaration instanceof ClassTree found
              && found.getSimpleName().contentEquals(type.getSimpleName())) {
            return doc(type, trees.getDocCommentTree(TreePath.getPath(unit, declaration)));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new IllegalStateException(file + " does not declare " + type.getName());
  }

  private static Doc doc(Class<?> type, DocCommentTree comment) {
    if (comment == null) {
      throw new IllegalStateException(type.getName() + " has no Javadoc");
    }
    Map<String, String> components = new HashMap<>();
    for (DocTree tag : comment.getBlockTags()) {
      if (tag instanceof ParamTree param && !param.isTypeParameter()) {
        components.put(param.getName().getName().toString(), text(type, param.getDescription()));
      }
    }
    return new Doc(text(type, comment.getFullBody()), components);
  }

  /** One sentence after the other; the first letter is raised because param tags start small. */
  private static String text(Class<?> type, List<? extends DocTree> body) {
    String text =
        body.stream()
            .map(part ->
                switch (part) {
                  case TextTree plain -> plain.getBody();
                  case LiteralTree literal -> literal.getBody().getBody();
                  default ->
                      throw new IllegalStateException(
                          type.getName() + ": only text and {@code} reach users: " + part);
                })
            .collect(Collectors.joining())
            .replaceAll("\\s+", " ")
            .strip();
    String sentence = text.isEmpty() || text.endsWith(".") ? text : text + ".";
    return sentence.isEmpty()
        ? sentence
        : Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
  }
}
