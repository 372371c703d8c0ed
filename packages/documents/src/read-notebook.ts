import { DocumentError } from './document-error.ts';
import { fence } from './markdown/fence.ts';

/** Of what a cell has printed this much is kept, in UTF-16 units: the rest is data. */
const outputMax = 4_000;

/**
 * A notebook of Jupyter as Markdown: its text as it is, its code in fences, and what it printed as text.
 * @throws DocumentError `corrupt_document`
 */
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
  const parts = cells.flatMap((cell) => partsOf(cell, language));
  return {
    title: stringAt(notebook, 'metadata', 'title') || undefined,
    text: parts.filter((part) => part.trim() !== '').join('\n\n'),
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new DocumentError('corrupt_document', 'The notebook is not valid JSON.', { cause });
  }
}

function partsOf(cell: unknown, language: string): string[] {
  const source = textOf(at(cell, 'source') ?? at(cell, 'input'));
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
