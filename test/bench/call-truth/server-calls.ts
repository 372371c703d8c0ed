import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DocumentSymbol, SymbolKind } from 'vscode-languageserver-protocol/node';
import type { CallSite, Definition } from './call-site.ts';
import { filesOf, textOf } from './files-of.ts';
import { LanguageServer, type ServerCommand } from './language-server.ts';
import { type Writing, writtenCalls } from './written-calls.ts';

const CALLABLE: ReadonlySet<SymbolKind> = new Set([
  SymbolKind.Function,
  SymbolKind.Method,
  SymbolKind.Constructor,
  SymbolKind.Operator,
  SymbolKind.Class,
  SymbolKind.Struct,
  SymbolKind.Interface,
  SymbolKind.Enum,
  // How clangd calls a macro.
  SymbolKind.String,
]);

export interface ServedLanguage extends ServerCommand {
  extensions: readonly string[];
  writing: Writing;
  /** Whether the server guesses by name where its tree has no answer, and can be asked what the tree has. */
  guesses?: boolean;
}

/** Every called name of a tree with what a language server gives as its definition. */
export async function serverCalls(root: string, language: ServedLanguage): Promise<CallSite[]> {
  await using server = await LanguageServer.start(root, language);
  const texts = new Map<string, string>();
  for (const file of await filesOf(root, language.extensions)) texts.set(file, await textOf(root, file));
  const [first] = texts;
  // A server begins its pass over the tree with the first document.
  if (first) await server.open(...first);
  await server.indexed;
  const names = new Names(server, texts);
  const sites: CallSite[] = [];
  for (const [file, text] of texts) {
    await server.open(file, text);
    const written = writtenCalls(text, language.writing);
    const read = await Promise.all(
      written.map(async ({ line, character, name, isMember }) => {
        const found = await server.definitions(file, { line, character }).catch(() => []);
        const places = found.map(({ uri, range }) => ({
          path: path.relative(root, fileURLToPath(uri)).split(path.sep).join('/'),
          ...range.start,
        }));
        if (await names.isDeclared(file, line, character)) return undefined;
        const inTree = places.filter((place) => texts.has(place.path));
        const targets = await Promise.all(
          inTree.map((place) => names.definition(place, name, language.languageId)),
        );
        // A macro that stands for another name hides what is called.
        const isRenamed = inTree.some((place) => /^\s*#\s*define\s+\w+(?!\w|\()/u.test(names.lineOf(place)));
        const isGuess =
          language.guesses === true &&
          found.length > 0 &&
          !(await server.isRead(file, { line, character }).catch(() => false));
        const cannotTell = found.length === 0 || isRenamed || isGuess;
        return { path: file, line: line + 1, name, targets: cannotTell ? null : targets, isMember };
      }),
    );
    sites.push(...read.filter((site) => site !== undefined));
  }
  return sites;
}

/** Names that a file declares, by the server. */
class Names {
  readonly #server: LanguageServer;
  readonly #texts: ReadonlyMap<string, string>;
  readonly #known = new Map<string, Promise<Map<number, DocumentSymbol[]>>>();

  constructor(server: LanguageServer, texts: ReadonlyMap<string, string>) {
    this.#server = server;
    this.#texts = texts;
  }

  lineOf({ path: file, line }: { path: string; line: number }): string {
    return this.#texts.get(file)?.split('\n')[line] ?? '';
  }

  /** Whether a name is declared where it stands. */
  async isDeclared(file: string, line: number, character: number): Promise<boolean> {
    const declared = (await this.#lines(file)).get(line) ?? [];
    return declared.some(
      ({ selectionRange: { start, end } }) => start.character <= character && end.character >= character,
    );
  }

  async definition(
    { path: file, line, character }: { path: string; line: number; character: number },
    called: string,
    languageId: string,
  ): Promise<Definition> {
    const declared = (await this.#lines(file)).get(line) ?? [];
    const plain = ({ name }: DocumentSymbol) =>
      name
        .split('::')
        .at(-1)
        ?.replace(/[<(].*$/u, '') ?? name;
    // A symbol on the line of a function that is not its name is a parameter of it.
    const isThere = ({ selectionRange: { start, end } }: DocumentSymbol) =>
      start.character <= character && end.character >= character;
    const candidates = declared.filter((symbol) => languageId !== 'python' || isThere(symbol));
    const named =
      candidates.find((symbol) => plain(symbol) === called) ??
      candidates.find((symbol) => CALLABLE.has(symbol.kind) && isThere(symbol));
    // A conversion to another name of a type calls no function.
    const isAlias = /^\s*(?:typedef|using)\s/u.test(this.lineOf({ path: file, line }));
    const isCallable = named !== undefined && CALLABLE.has(named.kind) && !isAlias;
    return {
      path: file,
      line: line + 1,
      name: named ? plain(named) : called,
      kind: isCallable ? 'callable' : 'value',
    };
  }

  #lines(file: string): Promise<Map<number, DocumentSymbol[]>> {
    const lines = this.#known.get(file) ?? this.#read(file);
    this.#known.set(file, lines);
    return lines;
  }

  async #read(file: string): Promise<Map<number, DocumentSymbol[]>> {
    await this.#server.open(file, this.#texts.get(file) ?? '');
    const lines = new Map<number, DocumentSymbol[]>();
    const walk = (symbols: readonly DocumentSymbol[]): void => {
      for (const symbol of symbols) {
        const line = symbol.selectionRange.start.line;
        lines.set(line, [...(lines.get(line) ?? []), symbol]);
        walk(symbol.children ?? []);
      }
    };
    walk(await this.#server.symbols(file));
    return lines;
  }
}
