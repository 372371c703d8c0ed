import { closeSync, openSync, writeSync } from 'node:fs';

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'zh'] as const;
export type TextLanguage = (typeof LANGUAGES)[number];

/** Two texts that mean the same, or of which one answers the other. */
export interface Pair {
  a: string;
  b: string;
  kind: string;
  language: TextLanguage;
  /** How often it is drawn, 0..1. */
  weight: number;
}

interface Options {
  language?: TextLanguage;
  weight?: number;
  /** Pairs of one first text, at most. */
  most?: number;
}

const BUFFERED = 1_000;

/** Writes pairs as lines of JSON, each once. */
export class PairFile {
  readonly #file: number;
  readonly #seen = new Set<string>();
  readonly #firsts = new Map<string, number>();
  readonly #buffer: string[] = [];
  count = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  add(
    first: string,
    second: string,
    kind: string,
    { language = 'en', weight = 1, most = 3 }: Options = {},
  ): void {
    const a = onOneLine(first);
    const b = onOneLine(second);
    const key = a.toLowerCase();
    if (a.length < 2 || b.length < 2 || key === b.toLowerCase() || `${a}${b}`.includes('\ufffd')) return;
    const firsts = this.#firsts.get(key) ?? 0;
    const both = `${key}\0${b.toLowerCase()}`.slice(0, 240);
    if (firsts >= most || this.#seen.has(both)) return;
    this.#firsts.set(key, firsts + 1);
    this.#seen.add(both);
    this.count += 1;
    this.#buffer.push(JSON.stringify({ a, b, kind, language, weight } satisfies Pair));
    if (this.#buffer.length >= BUFFERED) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    if (this.#buffer.length > 0) writeSync(this.#file, `${this.#buffer.join('\n')}\n`);
    this.#buffer.length = 0;
  }
}

export const onOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** A text without marks of Markdown, tags and addresses. */
export const plain = (text: string): string =>
  onOneLine(
    text
      .replaceAll(/!\[[^\]]*\]\([^)]*\)/gu, ' ')
      .replaceAll(/\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])/gu, '$1')
      .replaceAll(/:[a-z:]+:`([^`<]*?)\s*(?:<[^`]*>)?`/gu, '$1')
      .replaceAll(/<\/?[a-zA-Z][^>]{0,200}>/gu, ' ')
      .replaceAll(/\{\{[^}]*\}\}|\{%[^%]*%\}|https?:\/\/\S+|[`*#>|]+/gu, ' '),
  );

/** An entry of a catalogue without placeholders, marks of keys and codes of messages. */
export const message = (text: string): string =>
  plain(
    text
      .replaceAll(/&(?:amp|lt|gt|quot|apos|#\d+);/gu, ' ')
      .replaceAll(/\{[^{}]{0,40}\}|\$\([^)]*\)|%\(?\w*\)?[sd]|^\w{2,5}\d{3,5}:\s*/gu, ' ')
      .replaceAll(/[_&](?=\p{L})/gu, ''),
  );
