import { fileURLToPath } from 'node:url';
import type * as TreeSitter from 'web-tree-sitter';
import type { Language } from '../languages/language.ts';
import { valueQuery } from '../languages/value-queries.ts';

/** A language ready to parse. */
export interface Grammar {
  parser: TreeSitter.Parser;
  /** For symbols, or for what they refer to as well: made on first use and kept. */
  queries: (onlySymbols: boolean) => readonly TreeSitter.Query[];
}

const loaded = new Map<string, Promise<Grammar>>();

/**
 * Parser and queries of a language: made on first use and kept, since a query takes a quarter of a second to compile.
 * web-tree-sitter is imported here only, so that resolving edges on the server never loads it.
 */
export function loadGrammar(language: Language): Promise<Grammar> {
  const existing = loaded.get(language.name);
  if (existing) return existing;
  const loading = load(language);
  loaded.set(language.name, loading);
  return loading;
}

/** Begun with the process, which waits for its first file. Initialising twice replaces what loaded grammars stand on. */
export const runtime = import('web-tree-sitter').then(async (module) => {
  await module.Parser.init();
  return module;
});

async function load(language: Language): Promise<Grammar> {
  const { Language: TreeSitterLanguage, Parser, Query } = await runtime;
  const grammar = await TreeSitterLanguage.load(fileURLToPath(language.grammar()));
  const parser = new Parser();
  parser.setLanguage(grammar);
  const all = `${language.query()}\n${valueQuery(language.name)}`;
  const halves = splitQuery(all);
  let symbols: TreeSitter.Query | undefined;
  let queries: TreeSitter.Query[] | undefined;
  return {
    parser,
    queries: (onlySymbols) => {
      if (onlySymbols) return [(symbols ??= new Query(grammar, halves.symbols))];
      // One takes three quarters of the time of two to go through a tree, and as long to make as both.
      queries ??= symbols ? [symbols, new Query(grammar, halves.references)] : [new Query(grammar, all)];
      return queries;
    },
  };
}

/** Captures of what is a symbol (see Language); the other patterns say what symbols refer to. */
const SYMBOL = /@(?:class|function|module|scope|constant|member|typedef|route|key)\b/u;
const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]()]|[^"[\]()]+/gsu;

/** The patterns of a query in two queries: what takes a quarter of a second to compile is made where it is asked for. */
function splitQuery(query: string): { symbols: string; references: string } {
  const patterns: string[] = [];
  let depth = 0;
  for (const [token] of query.matchAll(TOKEN)) {
    const isOpening = token === '(' || token === '[';
    if (isOpening && depth === 0) patterns.push('');
    if (isOpening) depth += 1;
    else if (token === ')' || token === ']') depth -= 1;
    // A capture behind a pattern names all of it.
    if (patterns.length > 0) patterns.push(patterns.pop() + token);
  }
  const [symbols = [], references = []] = [true, false].map((wanted) =>
    patterns.filter((pattern) => SYMBOL.test(pattern) === wanted),
  );
  return { symbols: symbols.join(''), references: references.join('') };
}
