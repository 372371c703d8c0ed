import { DocumentError } from './document-error.ts';
import { isBlank, type Dialect } from './dialects/ascii-doc.ts';
import { restructuredText } from './dialects/restructured-text.ts';
import { linesOf } from './markdown/line-units.ts';

/** A text as a fenced block of Markdown, whose fence is longer than any in the text. */
export function fence(text: string, language = ''): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${text.replace(/\n$/, '')}\n${marks}`;
}

/** Of what a cell has printed this much is kept, in UTF-16 units: the rest is data. */
const outputMax = 4_000;

/** A notebook of Jupyter as Markdown: its text as it is, its code in fences, and what it printed as text. */
export function readNotebook(json: string): { title: string | undefined; text: string } {
  const notebook = parse(json);
  const language =
    stringAt(notebook, 'metadata', 'language_info', 'name') ||
    stringAt(notebook, 'metadata', 'kernelspec', 'language');
  // Its third version has the cells in worksheets.
  const cells =
    listAt(notebook, 'cells') ??
    listAt(notebook, 'worksheets')?.flatMap((sheet) => listAt(sheet, 'cells') ?? []);
  if (!cells) throw new DocumentError('corrupt_document', 'The notebook has no cells.');
  // Depths count through all cells.
  const dialect = restructuredText();
  const parts = cells.flatMap((cell) =>
    stringAt(cell, 'cell_type') === 'raw'
      ? [fromRestructuredText(sourceOf(cell), dialect)]
      : partsOf(cell, language),
  );
  return {
    title: stringAt(notebook, 'metadata', 'title') || undefined,
    text: parts.filter((part) => part.trim() !== '').join('\n\n'),
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new DocumentError(
      'corrupt_document',
      'The notebook is damaged or incomplete; save or download it again.',
      { cause },
    );
  }
}

const sourceOf = (cell: unknown): string => textOf(at(cell, 'source') ?? at(cell, 'input'));

/** Text for Sphinx stands in cells that a notebook shows as they are; its underlined headings become those of Markdown. */
function fromRestructuredText(source: string, dialect: Dialect): string {
  const lines = linesOf(source);
  const shown: string[] = [];
  for (let at = 0; at < lines.length;) {
    const isApart = at === 0 || isBlank(lines[at - 1]);
    const heading = isApart ? dialect.headingAt(lines, at) : undefined;
    shown.push(
      heading ? `${'#'.repeat(Math.min(6, heading.depth))} ${heading.text}\n` : (lines[at]?.text ?? ''),
    );
    at += heading?.lines ?? 1;
  }
  return shown.join('\n');
}

function partsOf(cell: unknown, language: string): string[] {
  const source = sourceOf(cell);
  const kind = stringAt(cell, 'cell_type');
  if (kind === 'heading') return [`${'#'.repeat(Math.min(6, Number(at(cell, 'level')) || 1))} ${source}`];
  if (kind !== 'code') return [source];
  if (source.trim() === '') return [];
  const outputs = (listAt(cell, 'outputs') ?? []).map(outputOf).filter((output) => output.trim() !== '');
  const printed = outputs.join('\n').slice(0, outputMax).toWellFormed();
  return [fence(source, language), ...(printed === '' ? [] : [fence(printed)])];
}

/** Text that a cell printed; pictures and pages have none that is worth reading. */
function outputOf(output: unknown): string {
  const printed = at(output, 'text') ?? at(at(output, 'data'), 'text/plain');
  if (printed !== undefined) return textOf(printed);
  const name = stringAt(output, 'ename');
  return name === '' ? '' : `${name}: ${stringAt(output, 'evalue')}`;
}

/** A text, or its lines, which hold their ends. */
const textOf = (value: unknown): string =>
  (Array.isArray(value) ? value.map(String).join('') : typeof value === 'string' ? value : '').replaceAll(
    '\0',
    '',
  );

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function stringAt(value: unknown, ...names: string[]): string {
  const found = names.reduce(at, value);
  return typeof found === 'string' ? found : '';
}

function listAt(value: unknown, name: string): unknown[] | undefined {
  const found = at(value, name);
  return Array.isArray(found) ? found : undefined;
}
