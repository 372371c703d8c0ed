import type { CodeReference, CodeSymbol, FileIndex } from '@memory/code-graph';
import type { CodeFileInput } from '@memory/contracts';
import { redactSecrets } from '@memory/redact';

/** The index of a file as it is sent: what is written here, and nothing else, leaves the machine. */
export function codeFileBody(file: FileIndex): CodeFileInput {
  return {
    path: file.path,
    language: file.language,
    content_hash: file.contentHash,
    package_name: file.packageName,
    partial: file.partial,
    symbols: file.symbols.map((symbol) => symbolBody(symbol, file.language)),
    references: file.references.map(referenceBody),
    local_calls: file.localCalls,
  };
}

/** An apostrophe of Rust begins a lifetime; names stand in backticks. */
const NO_QUOTES: Partial<Record<string, string>> = { rust: "'", kotlin: '`', scala: '`', swift: '`' };

/** A default value in a signature is source text, which stays on the machine: what is quoted reads `"…"`. */
function withoutLiterals(signature: string, language: string): string {
  return signature.replace(
    /"(?:[^"\\]|\\[^])*(?:"|\\?$)|'(?:[^'\\]|\\[^])*(?:'|\\?$)|`(?:[^`\\]|\\[^])*(?:`|\\?$)/gu,
    (literal) => {
      const quote = literal.charAt(0);
      return literal.length > 2 && !NO_QUOTES[language]?.includes(quote) ? `${quote}…${quote}` : literal;
    },
  );
}

const SECRET_NAME = /key|token|secret|passw|credential|auth|private|cookie|salt|dsn|connection/iu;

/**
 * Whether the value of a constant or key may leave the machine, so that a memory can say that 540 became 600: numbers, words
 * and short texts, nothing that is a secret or is called like one, and of files of settings no text at all.
 */
function isHarmless({ value, name, qualifiedName }: CodeSymbol, language: string): boolean {
  if (value === undefined) return false;
  if (/^[-+]?[\d._]+\w{0,4}$|^(?:true|false|null|none|nil)$/iu.test(value)) return true;
  if (language === 'env' || SECRET_NAME.test(qualifiedName)) return false;
  return redactSecrets(`${name} = ${value}`).kinds.length === 0;
}

function symbolBody(symbol: CodeSymbol, language: string): CodeFileInput['symbols'][number] {
  return {
    key: symbol.key,
    kind: symbol.kind,
    name: symbol.name,
    qualified_name: symbol.qualifiedName,
    class_name: symbol.className,
    parent: symbol.parent,
    start_line: symbol.startLine,
    end_line: symbol.endLine,
    signature: withoutLiterals(symbol.signature, language),
    doc: symbol.doc,
    returns: symbol.returns,
    ...(symbol.signatureHash === undefined ? {} : { signature_hash: symbol.signatureHash }),
    ...(symbol.bodyHash === undefined ? {} : { body_hash: symbol.bodyHash }),
    ...(symbol.size === undefined ? {} : { body_size: symbol.size }),
    ...(isHarmless(symbol, language) ? { value: symbol.value } : {}),
    ...(symbol.fields ? { fields: symbol.fields } : {}),
    ...(symbol.parameters ? { parameters: symbol.parameters } : {}),
  };
}

function referenceBody(reference: CodeReference): CodeFileInput['references'][number] {
  if (reference.kind !== 'calls') return reference;
  const { receiverType: receiver_type, ...rest } = reference;
  return { ...rest, receiver_type };
}
