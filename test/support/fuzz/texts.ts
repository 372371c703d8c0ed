import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseFile } from '@memory/code-graph';
import { redactSecrets } from '@memory/redact';
import { DocumentError, readDocument, splitDocument } from '@memory/sections';
import { parseQuery } from '@memory/text';
import { neutralText } from '@memory/text/recall';
import { drawCases } from '../../../packages/redact/test/secret-cases.ts';
import { checkAnswer } from '../../unit/hook/answer-schemas.ts';
import { payloads } from '../../unit/hook/payloads.ts';
import { makeDesk, type Desk } from '../../unit/hook/run.ts';

/** A text as its parts and how often each stands there, so that a case of a megabyte is kept in a line. */
export type Recipe = [part: string, times: number][];

/** Reads hostile texts. */
export interface Reader {
  /** The names under which a text may come: of a file, a language, or a field. */
  names: readonly string[];
  /** Words that mean something to the reader. */
  parts: readonly string[];
  /** UTF-16 units that it is given at most. */
  lengthMax: number;
  /** Of the processor, for one text on any machine. */
  limitMs: number;
  /**
   * @returns what it took of the processor in another process, in ms
   * @throws where a promise is broken
   */
  read: (name: string, text: string) => void | Promise<void | number>;
}

const CODE =
  'a.ts a.tsx a.js a.py a.go a.java a.rs a.cs a.rb a.php a.c a.cpp a.kt a.scala a.swift a.sh a.vue a.svelte';
const SETTINGS = 'a.toml a.sql a.proto a.graphql a.json a.yaml .env Dockerfile';
const words = (text: string, end = ' '): string[] => text.split(' ').map((word) => word + end);
const MARKS = words(':: . -> ( ) { } [ ] < > , ; : " \' ` /* */ // # = => | & * \\ -- """ ${ @ ^ ~ ! ?', '');
const SPACE = ['\n', ' ', '\t', '\r\n', '\u2028', '\u0000', '\uD800', 'é', '漢', '\u200B', '٣'];

let desk: Promise<Desk> | undefined;

export const READERS: Readonly<Record<string, Reader>> = {
  code: {
    names: words(`${CODE} ${SETTINGS}`, ''),
    parts: [
      ...words(
        'class def fn func import use from interface module end namespace object struct mod create table message type enum ENV if else',
      ),
      ...words('<script> </script> <script <?php #if #endif f(){ a<', ''),
      ...MARKS,
    ],
    lengthMax: 200_000,
    limitMs: 4_000,
    async read(name, text) {
      let ms = 0;
      const reading = parseFile(name, text, '', { onRead: ({ cpuMs }) => (ms = cpuMs) });
      // A grammar may give one file up, and no other.
      const file = await reading.catch(() => parseFile('a.ts', 'let a = 1'));
      for (const symbol of file?.symbols ?? [])
        if (symbol.startLine < 1 || symbol.endLine < symbol.startLine || /[\0\n]/.test(symbol.name))
          throw new Error(`A symbol that is none: ${JSON.stringify(symbol).slice(0, 200)}`);
      return ms;
    },
  },
  documents: {
    names: words('a.md a.html a.rst a.adoc a.txt a.ipynb openapi.json openapi.yaml', ''),
    parts: [
      ...words(
        '# ## - > 1. | |- --- === ``` ~~~ ![a]( [a]: <div> </div> <table><tr><td> <!-- --> <p <a href= &amp; &#',
      ),
      ...words('.. :: |=== ---- {"cells": {"openapi": "paths": "source": a: - &a *a', ''),
      ...MARKS,
    ],
    lengthMax: 200_000,
    limitMs: 10_000,
    async read(name, text) {
      try {
        const { text: read, textFormat } = await readDocument({ text, filename: name });
        const sections = splitDocument(read, { format: textFormat }).map(({ narrative }) => narrative);
        if (!holds(lettersOf(sections.join('')), lettersOf(read))) throw new Error('A section is lost.');
      } catch (error) {
        if (!(error instanceof DocumentError)) throw error;
      }
    },
  },
  queries: {
    names: ['english', 'german', 'simple'],
    parts: [...words('not -a "a b" or and the at Object.<anonymous> File "a.py", line 1, in the'), ...MARKS],
    lengthMax: 10_000,
    limitMs: 250,
    read(name, text) {
      parseQuery(text, name === 'german' ? 'german' : 'english', { exact: name === 'simple' });
    },
  },
  redaction: {
    names: ['text'],
    parts: [
      ...drawCases(48, { carriers: 1 }).flatMap(({ text, secrets }) => [text, text.slice(3, -5), ...secrets]),
      ...words(
        '<private> password= token: Bearer -----BEGIN eyJ https:// a@b.c [redacted: \\n &#95; &quot;',
        '',
      ),
      ...MARKS,
    ],
    lengthMax: 100_000,
    limitMs: 1_500,
    read(_, text) {
      const once = redactSecrets(text);
      if (text.length < 5_000 && redactSecrets(once.text).text !== once.text)
        throw new Error('Redacting twice changes something.');
    },
  },
  recall: {
    names: ['text'],
    parts: [
      ...words(
        '< </ <| |> ｜ ＜ system-reminder workspace-memory im_start [INST] Human: \u202E tool_use invoke name=',
        '',
      ),
      ...MARKS,
    ],
    lengthMax: 100_000,
    limitMs: 500,
    read(_, text) {
      const neutral = neutralText(text);
      if (neutralText(neutral) !== neutral) throw new Error('Neutral text changes again.');
      if (/<\/?(?:\|[\w-]{1,60}\||(?:system-reminder|workspace-memory)(?![\w-]))/i.test(neutral))
        throw new Error('A mark is left.');
    },
  },
  hooks: {
    names: payloads.flatMap(({ payload }, at) =>
      ['', ...Object.keys(payload)].map((field) => `${at} ${field}`),
    ),
    parts: [
      ...words(
        '{"a": [ ] } null true 1e999 "\\ud800" <private> *** ~/ ../ /etc/ ${HOME} tool_input: "command":',
        '',
      ),
      ...MARKS,
    ],
    lengthMax: 50_000,
    limitMs: 2_000,
    async read(name, text) {
      const item = payloads[Number.parseInt(name, 10)];
      if (!item) return;
      desk ??= mkdtemp(join(tmpdir(), 'fuzz-')).then((folder) => makeDesk({ folder }));
      const { fire, payloadOf } = await desk;
      const payload = await payloadOf(item);
      const field = name.slice(name.indexOf(' ') + 1);
      const given = field === '' ? text : JSON.stringify({ ...payload, [field]: parsed(text) });
      checkAnswer(item.host, item.event, await fire(item.host, item.event, given));
    },
  },
};

/** A section without a word is none. */
const lettersOf = (text: string): string => text.replaceAll(/\P{L}/gu, '');

/** Whether a text has all of another in its order: a table that is cut repeats its head. */
function holds(text: string, part: string): boolean {
  let found = 0;
  for (const letter of text) if (part.startsWith(letter, found)) found += letter.length;
  return found === part.length;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const short = fc.integer({ min: 1, max: 4 });
const long = fc.integer({ min: 1_000, max: 200_000 });

/** One in six is as long as the reader takes; parts of some name, which shrink to few. */
export function recipesFor({
  names,
  parts,
}: Pick<Reader, 'names' | 'parts'>): fc.Arbitrary<{ name: string; recipe: Recipe }> {
  const part = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...parts) },
    { weight: 2, arbitrary: fc.constantFrom(...SPACE) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
    {
      weight: 1,
      arbitrary: fc.array(fc.constantFrom(...parts), { maxLength: 4 }).map((all) => all.join('')),
    },
  );
  const recipe = fc.oneof(
    { weight: 5, arbitrary: fc.array(fc.tuple(part, short), { minLength: 1, maxLength: 60 }) },
    { weight: 1, arbitrary: fc.array(fc.tuple(part, fc.oneof(short, long)), { minLength: 1, maxLength: 4 }) },
  );
  return fc.record({ name: fc.constantFrom(...names), recipe });
}

export const textOf = (recipe: Recipe, lengthMax: number): string => {
  let text = '';
  for (const [part, times] of recipe)
    text += part.repeat(Math.max(0, Math.min(times, (lengthMax - text.length) / (part.length || 1))));
  return text.slice(0, lengthMax);
};

/** Reads a text within the time that it may take, and tells how long it took of the processor. */
export async function readWithin(reader: Reader, name: string, recipe: Recipe): Promise<number> {
  const text = textOf(recipe, reader.lengthMax);
  const before = process.threadCpuUsage();
  const elsewhereMs = (await reader.read(name, text)) ?? 0;
  const { user, system } = process.threadCpuUsage(before);
  const ms = (user + system) / 1_000 + elsewhereMs;
  if (ms > reader.limitMs) throw new Error(`${ms.toFixed(0)} ms of ${reader.limitMs}`);
  return ms;
}

const CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_search","arguments":';

/** Messages to `/mcp`: whole, torn, nested, and of other protocols. */
export const MESSAGES: fc.Arbitrary<Recipe> = recipesFor({
  names: ['/mcp'],
  parts: [
    `${CALL}{"query":"a"}}}`,
    `${CALL}{"query":`,
    CALL,
    '{"jsonrpc":"2.0","id":null,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
    '{"jsonrpc":"2.0","id":[],"method":"tools/list"}',
    '{"a":',
    '"\\ud800"',
    ...MARKS,
  ],
}).map(({ recipe }) => recipe);
