import type { CodeReference, CodeSymbol, FileIndex } from '@memory/code';
import type { CodeFileInput } from '@memory/contracts';

/** The index of a file as it is sent: what is written here, and nothing else, leaves the machine. */
export function codeFileBody(file: FileIndex): CodeFileInput {
  return {
    path: file.path,
    language: file.language,
    content_hash: file.contentHash,
    package_name: file.packageName,
    partial: file.partial,
    symbols: file.symbols.map(symbolBody),
    references: file.references.map(referenceBody),
    local_calls: file.localCalls,
  };
}

function symbolBody(symbol: CodeSymbol): CodeFileInput['symbols'][number] {
  return {
    key: symbol.key,
    kind: symbol.kind,
    name: symbol.name,
    qualified_name: symbol.qualifiedName,
    class_name: symbol.className,
    parent: symbol.parent,
    start_line: symbol.startLine,
    end_line: symbol.endLine,
    signature: symbol.signature,
    doc: symbol.doc,
    returns: symbol.returns,
    ...(symbol.fields ? { fields: symbol.fields } : {}),
  };
}

function referenceBody(reference: CodeReference): CodeFileInput['references'][number] {
  if (reference.kind !== 'calls') return reference;
  const { receiverType: receiver_type, ...rest } = reference;
  return { ...rest, receiver_type };
}
