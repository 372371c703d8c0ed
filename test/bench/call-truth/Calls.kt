@file:OptIn(ExperimentalCompilerApi::class, SymbolInternals::class, DirectDeclarationsAccess::class)

package calls

import java.io.File
import org.jetbrains.kotlin.KtFakeSourceElementKind
import org.jetbrains.kotlin.KtSourceElement
import org.jetbrains.kotlin.compiler.plugin.*
import org.jetbrains.kotlin.config.CompilerConfiguration
import org.jetbrains.kotlin.diagnostics.DiagnosticReporter
import org.jetbrains.kotlin.fir.*
import org.jetbrains.kotlin.fir.analysis.checkers.MppCheckerKind
import org.jetbrains.kotlin.fir.analysis.checkers.context.CheckerContext
import org.jetbrains.kotlin.fir.analysis.checkers.expression.*
import org.jetbrains.kotlin.fir.analysis.extensions.FirAdditionalCheckersExtension
import org.jetbrains.kotlin.fir.declarations.*
import org.jetbrains.kotlin.fir.expressions.*
import org.jetbrains.kotlin.fir.extensions.*
import org.jetbrains.kotlin.fir.references.*
import org.jetbrains.kotlin.fir.resolve.providers.firProvider
import org.jetbrains.kotlin.fir.resolve.toClassSymbol
import org.jetbrains.kotlin.fir.symbols.FirBasedSymbol
import org.jetbrains.kotlin.fir.symbols.SymbolInternals
import org.jetbrains.kotlin.fir.symbols.impl.*

/** Prints the calls of a tree of Kotlin as its compiler resolves them, one JSON object a line; what it cannot resolve has no targets. */
class Calls : CompilerPluginRegistrar() {
  override val pluginId = "calls"
  override val supportsK2 = true

  override fun ExtensionStorage.registerExtensions(configuration: CompilerConfiguration) =
    FirExtensionRegistrarAdapter.registerExtension(object : FirExtensionRegistrar() {
      override fun ExtensionRegistrarContext.configurePlugin() {
        +::Checkers
      }
    })
}

class Checkers(session: FirSession) : FirAdditionalCheckersExtension(session) {
  override val expressionCheckers = object : ExpressionCheckers() {
    override val callCheckers: Set<FirCallChecker> = setOf(Reader)
    override val callableReferenceAccessCheckers: Set<FirCallableReferenceAccessChecker> = setOf(ReferenceReader)
  }
}

object ReferenceReader : FirCallableReferenceAccessChecker(MppCheckerKind.Common) {
  context(context: CheckerContext, reporter: DiagnosticReporter)
  override fun check(expression: FirCallableReferenceAccess) {
    Printer(context).print(expression.calleeReference, expression.calleeReference.source)
  }
}

object Reader : FirCallChecker(MppCheckerKind.Common) {
  context(context: CheckerContext, reporter: DiagnosticReporter)
  override fun check(expression: FirCall) {
    val printer = Printer(context)
    when (expression) {
      // A value that holds a function, or has `invoke`, and is called by its own name.
      is FirImplicitInvokeCall -> printer.print((expression.explicitReceiver as? FirQualifiedAccessExpression)?.calleeReference, expression.explicitReceiver?.source)
      is FirFunctionCall -> if (expression.origin != FirFunctionCallOrigin.Operator) printer.print(expression.calleeReference, expression.calleeReference.source)
      is FirDelegatedConstructorCall -> printer.print(expression.calleeReference, expression.constructedTypeRef.source)
      is FirAnnotationCall -> printer.print(expression.calleeReference, expression.calleeReference.source, "value")
      else -> {}
    }
  }
}

class Printer(private val context: CheckerContext) {
  private val provider get() = context.session.firProvider

  fun print(reference: FirReference?, source: KtSourceElement?, kind: String? = null) {
    if (source == null || source.kind is KtFakeSourceElementKind || reference == null) return
    val path = context.containingFileSymbol?.fir?.let(::pathOf) ?: return
    val symbol = (reference as? FirResolvedNamedReference)?.resolvedSymbol
    val written = textOf(path).substring(source.startOffset, source.endOffset).substringBefore('<').substringBefore('(')
    val name = (Regex("\\w+").findAll(written).lastOrNull() ?: return).value
    if (name == "this" || name == "super") return
    println("""{"path":"$path","line":${lineOf(path, source.startOffset)},"name":"$name","targets":${targets(symbol, kind)}}""")
  }

  private fun targets(symbol: FirBasedSymbol<*>?, kind: String?): String {
    if (symbol !is FirCallableSymbol<*>) return "null"
    val called = symbol.unwrapFakeOverrides()
    // A constructor stands for its class, and one that nobody wrote has no place of its own.
    val owner = if (called is FirConstructorSymbol) called.containingClassLookupTag()?.toClassSymbol(context.session) ?: return "[]" else null
    val known: FirDeclaration = owner?.fir ?: called.fir
    if (known.origin != FirDeclarationOrigin.Source) return if (known.origin is FirDeclarationOrigin.Synthetic) "null" else "[]"
    val name = (owner?.classId?.shortClassName ?: called.name).asString()
    val found = when {
      owner == null -> provider.getFirCallableContainerFile(called)
      owner.classId.isLocal -> null
      else -> provider.getFirClassifierContainerFileIfAny(owner.classId)
    }
    // Declared in a function it is seen in its file alone.
    val file = found ?: context.containingFileSymbol?.fir ?: return "null"
    val source = known.source?.takeIf { it.kind !is KtFakeSourceElementKind } ?: return "null"
    val path = pathOf(file) ?: return "[]"
    val isValue = called !is FirFunctionSymbol<*>
    return """[{"path":"$path","line":${nameLine(path, source, name)},"name":"$name","kind":"${kind ?: if (isValue) "value" else "callable"}"}]"""
  }

  /** Modifiers, comments and annotations come first in a declaration. */
  private fun nameLine(path: String, source: KtSourceElement, name: String): Int {
    val declared = textOf(path).substring(source.startOffset, source.endOffset)
    val at = Regex("""\b(?:fun|class|interface|object|val|var)\b[^\n={]*?\b${Regex.escape(name)}\b""").find(declared)?.range?.last ?: 0
    return lineOf(path, source.startOffset + at)
  }

  private fun lineOf(path: String, offset: Int): Int = 1 + textOf(path).substring(0, offset).count { it == '\n' }

  companion object {
    private val root = File(System.getenv("CALLS_ROOT")).absoluteFile
    private val texts = mutableMapOf<String, String>()

    /** As the compiler counts offsets. */
    fun textOf(path: String): String = texts.getOrPut(path) { File(root, path).readText().replace("\r\n", "\n") }

    fun pathOf(file: FirFile): String? = file.sourceFile?.path?.let { File(it).absoluteFile }?.takeIf { it.startsWith(root) }?.relativeTo(root)?.invariantSeparatorsPath
  }
}
