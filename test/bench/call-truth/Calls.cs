using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

/// <summary>Prints the calls of a tree of C# as its compiler resolves them, one JSON object a line; what it cannot resolve has no targets.</summary>
static class Calls
{
    static string root = "";
    static readonly string[] leftOut = { "bin", "obj", ".git", "node_modules", "packages" };

    static void Main(string[] given)
    {
        root = Path.GetFullPath(given[0]) + Path.DirectorySeparatorChar;
        // A project of the SDK uses these without saying so, and most build for these.
        var symbols = new[] { "NETSTANDARD", "NETSTANDARD2_0", "NETSTANDARD2_1", "NETCOREAPP", "NETCOREAPP3_1", "NETCOREAPP3_0_OR_GREATER" };
        var options = new CSharpParseOptions(LanguageVersion.Preview, DocumentationMode.None).WithPreprocessorSymbols(symbols);
        var usings = "global using System; global using System.Collections.Generic; global using System.IO; global using System.Linq; global using System.Threading; global using System.Threading.Tasks;";
        var trees = Directory.EnumerateFiles(root, "*.cs", SearchOption.AllDirectories)
            .Where(file => !file.Substring(root.Length).Split(Path.DirectorySeparatorChar).Any(leftOut.Contains))
            .OrderBy(file => file, StringComparer.Ordinal)
            .Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), options, file))
            .Append(CSharpSyntaxTree.ParseText(usings, options, "usings"))
            .ToList();
        var libraries = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(file => Path.GetDirectoryName(file) == Path.GetDirectoryName(typeof(object).Assembly.Location))
            .Select(file => MetadataReference.CreateFromFile(file));
        var compilation = CSharpCompilation.Create("tree", trees, libraries, new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true));
        using var output = new StreamWriter(Console.OpenStandardOutput());
        foreach (var tree in trees.Where(one => one.FilePath != "usings"))
        {
            var model = compilation.GetSemanticModel(tree);
            foreach (var node in tree.GetRoot().DescendantNodes())
                if (Called(node) is SyntaxToken name && name.ValueText != "nameof" && name.ValueText != "")
                    output.WriteLine(JsonSerializer.Serialize(new
                    {
                        path = Relative(tree.FilePath),
                        line = LineOf(name.GetLocation()),
                        name = name.ValueText,
                        isMember = node is InvocationExpressionSyntax call && !(call.Expression is SimpleNameSyntax),
                        targets = Targets(model.GetSymbolInfo(node)),
                    }));
        }
    }

    /// <summary>The name that a call is written with.</summary>
    static SyntaxToken? Called(SyntaxNode node) => node switch
    {
        InvocationExpressionSyntax call => NameOf(call.Expression),
        ObjectCreationExpressionSyntax made => NameOf(made.Type),
        PrimaryConstructorBaseTypeSyntax made => NameOf(made.Type),
        _ => null,
    };

    static SyntaxToken? NameOf(SyntaxNode written) => written switch
    {
        SimpleNameSyntax name => name.Identifier,
        MemberAccessExpressionSyntax member => member.Name.Identifier,
        MemberBindingExpressionSyntax member => member.Name.Identifier,
        QualifiedNameSyntax name => name.Right.Identifier,
        AliasQualifiedNameSyntax name => name.Name.Identifier,
        _ => null,
    };

    static object[]? Targets(SymbolInfo info)
    {
        // Of several that fit, as where an argument's type is missing, one name of one class is still one edge.
        var found = info.Symbol != null ? new[] { info.Symbol } : info.CandidateSymbols.ToArray();
        var targets = found.Select(TargetsOf).ToList();
        if (targets.Count == 0) return null;
        return targets.Select(of => JsonSerializer.Serialize(of.Select(one => one.container))).Distinct().Count() == 1
            ? targets.SelectMany(of => of).Select(of => of.target).ToArray() : null;
    }

    static List<(string container, object target)> TargetsOf(ISymbol symbol)
    {
        if (symbol is IMethodSymbol { ReducedFrom: IMethodSymbol extension }) symbol = extension;
        symbol = symbol.OriginalDefinition;
        if (symbol is IMethodSymbol { MethodKind: MethodKind.DelegateInvoke } invoked) symbol = invoked.ContainingType;
        // A constructor stands for its class, and one that nobody wrote has no place of its own.
        if (symbol is IMethodSymbol { MethodKind: MethodKind.Constructor } constructor) symbol = constructor.ContainingType;
        var kind = symbol is IMethodSymbol || symbol is INamedTypeSymbol type && type.TypeKind != TypeKind.Delegate ? "callable" : "value";
        var places = symbol.Locations.Where(place => place.IsInSource && place.SourceTree!.FilePath != "usings");
        // A class in parts has several places, and so has a method.
        return places.Select(place => (symbol.ContainingSymbol + "." + symbol.Name,
            (object)new { path = Relative(place.SourceTree!.FilePath), line = LineOf(place), name = symbol.Name, kind })).ToList();
    }

    static int LineOf(Location place) => place.GetLineSpan().StartLinePosition.Line + 1;

    static string Relative(string file) => file.Substring(root.Length).Replace('\\', '/');
}
