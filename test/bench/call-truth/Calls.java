import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.IOException;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.tools.*;

/** Prints the calls of a tree of Java as the compiler resolves them, one JSON object a line; what it cannot resolve has no targets. */
public class Calls {
  static Path root;
  static Trees trees;

  public static void main(String[] given) throws IOException {
    root = Path.of(given[0]).toAbsolutePath().normalize();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager files = compiler.getStandardFileManager(d -> {}, null, null);
    List<Path> sources;
    try (Stream<Path> all = Files.walk(root)) {
      sources = all.filter(p -> p.toString().endsWith(".java"))
          .filter(p -> !p.endsWith("module-info.java") && !p.endsWith("package-info.java"))
          .sorted().collect(Collectors.toList());
    }
    // Two files with one class of a name (per-version sources, examples) would end everything: the first one stands.
    Set<String> names = new HashSet<>();
    sources.removeIf(p -> !names.add(packageOf(p) + "/" + p.getFileName()));
    List<String> options = List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "100000", "-nowarn");
    JavacTask task = (JavacTask) compiler.getTask(null, files, d -> {}, options, null, files.getJavaFileObjectsFromPaths(sources));
    trees = Trees.instance(task);
    List<CompilationUnitTree> units = new ArrayList<>();
    task.parse().forEach(units::add);
    task.analyze();
    for (CompilationUnitTree unit : units) new Reader(unit).scan(unit, null);
  }

  static String packageOf(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.filter(line -> line.startsWith("package ")).findFirst().orElse("");
    } catch (IOException | java.io.UncheckedIOException error) {
      return "";
    }
  }

  static String relative(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    return absolute.startsWith(root) ? root.relativize(absolute).toString().replace('\\', '/') : null;
  }

  static class Reader extends TreePathScanner<Void, Void> {
    final CompilationUnitTree unit;
    final String path;

    Reader(CompilationUnitTree unit) {
      this.unit = unit;
      this.path = relative(Path.of(unit.getSourceFile().toUri()));
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
      ExpressionTree select = call.getMethodSelect();
      String name = select instanceof MemberSelectTree ? ((MemberSelectTree) select).getIdentifier().toString() : select.toString();
      long at = trees.getSourcePositions().getEndPosition(unit, select);
      print(name, at, trees.getElement(new TreePath(getCurrentPath(), select)));
      return super.visitMethodInvocation(call, none);
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree reference, Void none) {
      long at = trees.getSourcePositions().getEndPosition(unit, reference);
      print(reference.getName().toString(), at, trees.getElement(getCurrentPath()));
      return super.visitMemberReference(reference, none);
    }

    @Override
    public Void visitNewClass(NewClassTree made, Void none) {
      String name = made.getIdentifier().toString().replaceAll("<.*", "").replaceAll(".*\\.", "");
      long at = trees.getSourcePositions().getEndPosition(unit, made.getIdentifier());
      Element type = trees.getElement(new TreePath(getCurrentPath(), made.getIdentifier()));
      print(name, at, type);
      return super.visitNewClass(made, none);
    }

    void print(String name, long at, Element element) {
      if (path == null || at < 0) return;
      long line = unit.getLineMap().getLineNumber(at);
      System.out.println("{\"path\":\"" + path + "\",\"line\":" + line + ",\"name\":\"" + name + "\",\"targets\":" + targets(element) + "}");
    }

    String targets(Element element) {
      if (element == null || element.asType().getKind() == javax.lang.model.type.TypeKind.ERROR) return "null";
      Element known = element;
      // A constructor stands for its class, and one that nobody wrote has no place of its own.
      if (element.getKind() == ElementKind.CONSTRUCTOR) known = element.getEnclosingElement();
      TreePath declared = trees.getPath(known);
      // What generated code or a record adds stands where its class does.
      if (declared == null) return isForeign(known) ? "[]" : "null";
      String file = relative(Path.of(declared.getCompilationUnit().getSourceFile().toUri()));
      if (file == null) return "[]";
      CompilationUnitTree in = declared.getCompilationUnit();
      long line = in.getLineMap().getLineNumber(trees.getSourcePositions().getStartPosition(in, declared.getLeaf()));
      long end = in.getLineMap().getLineNumber(Math.max(0, trees.getSourcePositions().getEndPosition(in, declared.getLeaf())));
      String name = known.getSimpleName().toString();
      return "[{\"path\":\"" + file + "\",\"line\":" + nameLine(in, line, end, name) + ",\"name\":\"" + name + "\",\"kind\":\"callable\"}]";
    }

    /** Modifiers and annotations come first in a declaration: the line of its name is the first that holds it as a word. */
    long nameLine(CompilationUnitTree in, long line, long end, String name) {
      try {
        String[] lines = in.getSourceFile().getCharContent(true).toString().split("\n", -1);
        for (long at = line; at <= Math.min(end, lines.length); at++)
          if (lines[(int) at - 1].matches(".*\\b" + java.util.regex.Pattern.quote(name) + "\\b\\s*[(<{].*")) return at;
        for (long at = line; at <= Math.min(end, lines.length); at++)
          if (lines[(int) at - 1].matches(".*\\b" + java.util.regex.Pattern.quote(name) + "\\b.*") && !lines[(int) at - 1].trim().startsWith("@")) return at;
      } catch (IOException error) {
        return line;
      }
      return line;
    }

    /** Whether the class comes from the library; a class nobody has is no library's. */
    boolean isForeign(Element element) {
      for (Element at = element; at != null; at = at.getEnclosingElement())
        if (at instanceof TypeElement && at.asType().getKind() == javax.lang.model.type.TypeKind.ERROR) return false;
      return true;
    }
  }
}
