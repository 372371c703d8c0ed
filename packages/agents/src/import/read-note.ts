import { basename } from 'node:path';
import { parse } from 'yaml';
import { documentReader } from '../ingest/local-documents.ts';
import { readRegularFile } from '@memory/text/strange-files';
import { withoutRuleBlock } from '../setup/edits/text-edit.ts';
import { isObject, type JsonObject } from './json.ts';

export interface Note {
  /** Without its front matter and the paragraph that `setup` writes. */
  text: string;
  fields: JsonObject;
  /** From the front matter, or else its first heading. */
  title: string | undefined;
  tags: string[];
}

export interface NoteSection {
  key: string;
  title: string;
  text: string;
}

/** A text of so many bytes was written by a machine. */
const BYTES_MAX = 4 * 1_024 * 1_024;
const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]{0,16000}?)\r?\n)?---[ \t]*(?:\r?\n|$)/u;

export async function readNote(path: string): Promise<Note> {
  const bytes = await readRegularFile(path, BYTES_MAX);
  const { text, title, tags } = await documentReader().read('text', {
    bytes,
    filename: basename(path),
    format: 'markdown',
  });
  const [block = '', source] = FRONT_MATTER.exec(text) ?? [];
  return {
    text: withoutRuleBlock(text.slice(block.length)).trim(),
    fields: source === undefined ? {} : fieldsOf(source),
    title: title === basename(path) ? undefined : title,
    tags,
  };
}

export async function sectionsOf(note: Note, title: string): Promise<NoteSection[]> {
  if (note.text === '') return [];
  const { value } = await documentReader().read('sections', { text: note.text, title, format: 'markdown' });
  return value.sections.map(({ key, title: sectionTitle, narrative }) => ({
    key,
    title: sectionTitle,
    text: narrative,
  }));
}

/** Rules of editors hold `globs: *.ts`, which is no YAML. */
function fieldsOf(source: string): JsonObject {
  try {
    const value: unknown = parse(source, { logLevel: 'silent', uniqueKeys: false });
    if (isObject(value)) return value;
  } catch {
    // Read line by line.
  }
  const lines = source.split(/\r?\n/u).flatMap((line) => {
    const at = line.indexOf(':');
    return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const] : [];
  });
  return Object.fromEntries(lines);
}
