import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { countWords } from './words.ts';

/** Text of a document by programs that are none of ours; undefined where the program is not installed. */
export async function independentText(file: string): Promise<string | undefined> {
  switch (path.extname(file)) {
    case '.html':
    case '.docx':
      return pandocText(file);
    case '.pdf':
      return pdfText(file);
    case '.ipynb':
      return sourcesOf(await readFile(file, 'utf8'));
    case '.json':
    case '.yaml':
      return describedIn(parse(await readFile(file, 'utf8'), { uniqueKeys: false }), '');
    default:
      return readFile(file, 'utf8');
  }
}

async function run(program: string, given: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, given, { maxBuffer: 256 * 1_024 * 1_024 });
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    console.log(`${program} cannot read ${given.at(-1)}: ${(error as Error).message}`);
    return undefined;
  }
}

/** A line that so many pages have at their edge is none of the text, nor is the number of a page. */
const REPEATED = 3;
const EDGE_LINES = 2;

async function pdfText(file: string): Promise<string | undefined> {
  const text = await run('pdftotext', [file, '-']);
  if (text === undefined) return undefined;
  const pages = text.split('\f').map((page) => page.split('\n').filter((line) => line.trim() !== ''));
  // A line of more numbers, or of one with a point in it, is a row of a table.
  const keyOf = (line: string) =>
    ((line.match(/\d+/gu) ?? []).length > 2
      ? line
      : line.replaceAll(/(?<![\d.,])\d+(?![.,]?\d)/gu, '#')
    ).trim();
  const seen = countWords(
    pages.flatMap((lines) => [
      ...new Set([...lines.slice(0, EDGE_LINES), ...lines.slice(-EDGE_LINES)].map(keyOf)),
    ]),
  );
  return pages
    .flatMap((lines) =>
      lines.filter((line, at) => {
        const isEdge = at < EDGE_LINES || at >= lines.length - EDGE_LINES;
        return !isEdge || ((seen.get(keyOf(line)) ?? 0) < REPEATED && !/^[\divxlc]+$/u.test(line.trim()));
      }),
    )
    .join('\n');
}

/** The words of pandoc's tree: of a page that marks its main part those in it, and none that help to get around. */
async function pandocText(file: string): Promise<string | undefined> {
  const format = path.extname(file) === '.docx' ? 'docx' : 'html';
  const json = await run('pandoc', ['--from', format, '--to', 'json', file]);
  if (json === undefined) return undefined;
  const tree = JSON.parse(json) as { blocks: unknown };
  return textOf(findMain(tree.blocks) ?? tree.blocks);
}

interface PandocNode {
  t: string;
  c: unknown;
}

const isNode = (value: unknown): value is PandocNode =>
  typeof value === 'object' && value !== null && 't' in value;

/** `[[id, classes, [[key, value]]], …]` */
const roleOf = ({ t, c }: PandocNode): string | undefined =>
  t === 'Div'
    ? (c as [[string, string[], [string, string][]]])[0][2].find(([key]) => key === 'role')?.[1]
    : undefined;

function findMain(value: unknown): unknown {
  if (isNode(value) && roleOf(value) === 'main') return value;
  const parts = isNode(value) ? value.c : value;
  if (!Array.isArray(parts)) return undefined;
  for (const part of parts) {
    const found = findMain(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Attributes, formats and addresses are strings as well: only the texts of the leaves are words. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(' ');
  if (!isNode(value)) return '';
  const { t, c } = value;
  if (roleOf(value) === 'navigation') return '';
  if (t === 'Str') return c as string;
  if (t === 'Code' || t === 'CodeBlock' || t === 'Math') return (c as [unknown, string])[1];
  return textOf(c);
}

interface Cell {
  source?: string | string[];
}

function sourcesOf(json: string): string {
  const { cells } = JSON.parse(json) as { cells: Cell[] };
  return cells.map(({ source }) => [source ?? ''].flat().join('')).join('\n\n');
}

/** Fields of an interface's description that people read. */
const DESCRIBED: ReadonlySet<string> = new Set(['description', 'summary', 'title', 'operationId', 'name']);

/** Paths, names of properties and schemas, and what describes them. */
function describedIn(value: unknown, parent: string): string {
  if (Array.isArray(value)) return value.map((item) => describedIn(item, parent)).join('\n');
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, field]) => {
      if (name.startsWith('x-') || name === 'example' || name === 'examples') return '';
      const own = ['paths', 'properties', 'schemas', 'definitions'].includes(parent) ? name : '';
      const text = DESCRIBED.has(name) && typeof field === 'string' && parent !== 'properties' ? field : '';
      return [own, text, describedIn(field, name)].filter(Boolean).join('\n');
    })
    .filter(Boolean)
    .join('\n');
}
