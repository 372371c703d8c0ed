import { createHash } from 'node:crypto';
import { REDACTED_SECRETS_HEADER } from '@memory/contracts';
import { sweptTables, type SweptTable, type SweptTableName } from '@memory/db';
import { redactValue } from '@memory/redact';
import type { Language } from '@memory/text';
import { contentOf, deriveColumns } from '../memories/memory-content.ts';

type Columns = Record<string, unknown>;

/** New values of a stored row, with those made from its texts, and the kinds of its secrets. */
export function redactTexts(
  table: SweptTableName,
  stored: Columns,
  language: Language,
): { columns: Columns; kinds: string[] } {
  const { jsonText = [] }: SweptTable = sweptTables[table];
  const opened = Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, jsonText.includes(name) ? open(value) : value]),
  );
  const { value, places } = redactValue(opened);
  const columns = Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      typeof stored[name] === 'string' && typeof field === 'object' ? JSON.stringify(field) : field,
    ]),
  );
  return {
    columns: { ...columns, ...derive(table, columns, language) },
    kinds: places.map(({ kind }) => kind),
  };
}

function derive(table: SweptTableName, columns: Columns, language: Language): Columns {
  if (table === 'memories') return deriveColumns(contentOf(columns), language);
  // A section's key is made of its headings' words, in which a secret has lost its form.
  if (table === 'document_sections') return { key: hashOf(String(columns['key'])) };
  return {};
}

/** JSON is judged by its fields: in its text, escapes stand before a secret. */
function open(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null ? parsed : value;
  } catch {
    return value;
  }
}

const hashOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

const NAME = REDACTED_SECRETS_HEADER.toLowerCase();

/** How many secrets a client says that it replaced before it sent a request; whatever is no such number counts as none. */
export function redactedBefore(headers: Record<string, string | undefined>): number {
  const given = headers[NAME] ?? '';
  return /^\d{1,6}$/.test(given) ? Number(given) : 0;
}
