import type { FileIndex } from '@memory/code-graph';
import type { CodeFileInput, CodeHead } from '@memory/contracts';
import { redactSecrets } from '@memory/redact';
import type { Client } from '@memory/client';
import { jsonBytes } from '../connection/batches.ts';

type CodeReference = FileIndex['references'][number];
type CodeSymbol = FileIndex['symbols'][number];

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

/** Formats whose texts need no quotes: the signature of a key holds its value as it stands. */
const SETTINGS: ReadonlySet<string> = new Set(['env', 'yaml', 'toml', 'json', 'dockerfile']);

const SECRET_NAME = /key|token|secret|passw|credential|auth|private|cookie|salt|dsn|connection/iu;

/**
 * Whether the value of a constant or key may leave the machine, so that a memory can say that 540 became 600: numbers, words
 * and short texts, nothing that is a secret or is called like one, and of files of settings no text at all.
 */
function isHarmless({ value, name, qualifiedName }: CodeSymbol, language: string): boolean {
  if (value === undefined) return false;
  const isWord = /^[-+]?[\d._]+\w{0,4}$|^(?:true|false|null|none|nil)$/iu.test(value);
  // A short number opens nothing, and most are short.
  if (isWord && value.length < 4) return true;
  if (!isWord && (language === 'env' || SECRET_NAME.test(qualifiedName))) return false;
  return redactSecrets(`${name} = ${value}`).kinds.length === 0;
}

function symbolBody(symbol: CodeSymbol, language: string): CodeFileInput['symbols'][number] {
  const isShown = isHarmless(symbol, language);
  const isHidden = !isShown && symbol.kind === 'key' && SETTINGS.has(language);
  return {
    key: symbol.key,
    kind: symbol.kind,
    name: symbol.name,
    qualified_name: symbol.qualifiedName,
    class_name: symbol.className,
    parent: symbol.parent,
    start_line: symbol.startLine,
    end_line: symbol.endLine,
    signature: isHidden ? symbol.qualifiedName : withoutLiterals(symbol.signature, language),
    doc: symbol.doc,
    returns: symbol.returns,
    ...(symbol.signatureHash === undefined ? {} : { signature_hash: symbol.signatureHash }),
    ...(symbol.bodyHash === undefined ? {} : { body_hash: symbol.bodyHash }),
    ...(symbol.size === undefined ? {} : { body_size: symbol.size }),
    ...(isShown ? { value: symbol.value } : {}),
    ...(symbol.fields ? { fields: symbol.fields } : {}),
    ...(symbol.parameters ? { parameters: symbol.parameters } : {}),
  };
}

function referenceBody(reference: CodeReference): CodeFileInput['references'][number] {
  if (reference.kind !== 'calls') return reference;
  const { receiverType: receiver_type, ...rest } = reference;
  return { ...rest, receiver_type };
}

/** Bytes of JSON a request: below the limit of 1 MiB, with room for one file of 900 kB. */
const BYTES_MAX = 1_000_000;
const FILES_MAX = 1_000;
const DELETED_MAX = 5_000;

interface BatchedRepository {
  repository: string;
  origin: string | null;
  head: CodeHead | null;
}

/** Sends changes of one repository in batches that the service takes, one after the other; the next comes together meanwhile. */
export class CodeBatches {
  readonly #client: Client;
  readonly #repository: BatchedRepository;
  #files: CodeFileInput[] = [];
  #deleted: string[] = [];
  #bytes = 0;
  #sent = 0;
  #sending: Promise<unknown> = Promise.resolve();

  constructor(client: Client, repository: BatchedRepository) {
    this.#client = client;
    this.#repository = repository;
  }

  async store(file: CodeFileInput): Promise<void> {
    await this.#makeRoom(jsonBytes(file) + 1);
    this.#files.push(file);
  }

  async delete(path: string): Promise<void> {
    await this.#makeRoom(jsonBytes(path) + 1);
    this.#deleted.push(path);
  }

  async flush(): Promise<void> {
    await this.#send();
    // Behind a large batch the service waits long for the next one; an empty one says that no more come.
    if (this.#sent > 1) await this.#send(true);
    await this.#sending;
  }

  async #send(isLast = false): Promise<void> {
    if (!isLast && this.#files.length === 0 && this.#deleted.length === 0) return;
    await this.#sending;
    this.#sent += 1;
    const body = { ...this.#repository, files: this.#files, deleted: this.#deleted };
    [this.#files, this.#deleted, this.#bytes] = [[], [], 0];
    this.#sending = this.#client.storeCodeFiles({ body });
    // The next call that sends or ends is told.
    this.#sending.catch(() => undefined);
  }

  async #makeRoom(bytes: number): Promise<void> {
    const isFull = this.#files.length >= FILES_MAX || this.#deleted.length >= DELETED_MAX;
    if (isFull || this.#bytes + bytes > BYTES_MAX) await this.#send();
    this.#bytes += bytes;
  }
}
