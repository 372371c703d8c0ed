import { fileURLToPath } from 'node:url';
import type * as TreeSitter from 'web-tree-sitter';
import type { Language } from '../languages/language.ts';
import { valueQuery } from '../languages/value-queries.ts';

/** A language ready to parse. */
export interface Grammar {
  parser: TreeSitter.Parser;
  query: TreeSitter.Query;
}

const loaded = new Map<string, Promise<Grammar>>();

/**
 * Parser and query of a language: made on first use and kept, since a grammar takes a tenth of a second to compile.
 * web-tree-sitter is imported here only, so that resolving edges on the server never loads it.
 */
export function loadGrammar(language: Language): Promise<Grammar> {
  const existing = loaded.get(language.name);
  if (existing) return existing;
  const loading = load(language);
  loaded.set(language.name, loading);
  return loading;
}

let runtime: Promise<Pick<typeof TreeSitter, 'Language' | 'Parser' | 'Query'>> | undefined;

async function load(language: Language): Promise<Grammar> {
  // Initialising twice replaces the WebAssembly instance under the grammars which are already loaded.
  runtime ??= import('web-tree-sitter').then(async (module) => {
    await module.Parser.init();
    return module;
  });
  const { Language: TreeSitterLanguage, Parser, Query } = await runtime;
  const grammar = await TreeSitterLanguage.load(fileURLToPath(language.grammar()));
  const parser = new Parser();
  parser.setLanguage(grammar);
  return { parser, query: new Query(grammar, `${language.query()}\n${valueQuery(language.name)}`) };
}
