import { createHash } from 'node:crypto';
import {
  REDACTED_SECRETS_HEADER,
  type RequestPart,
  keysOf,
  type ErasedState,
  type RedactedPage,
} from '@memory/contracts';
import {
  type Workspace,
  clearCommunityLabels,
  isSweptTable,
  isUniqueViolation,
  readTextsPage,
  refreshStatistics,
  rewriteTexts,
  sweptTables,
  type SweptTableName,
  type SweptTable,
} from '@memory/db';
import { redactValue, type RedactedPlace } from '@memory/redact';
import type { Language } from '@memory/text';
import { contentOf, deriveColumns } from '../memories/memory-content.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

export interface Inspection {
  part?: RequestPart;
  writes: boolean;
  /** Secrets that the client replaced before it sent the request. */
  before?: number;
  /** Whether documents may come as the bytes of their files; what is read from those is looked through later. */
  files?: boolean;
}

/**
 * A caller's input without its secrets: replaced, and counted where the request writes. Every request passes here
 * between parsing and work, so that an endpoint or tool cannot forget it.
 * @throws validation_failed with the place and kind of each secret, where the workspace refuses them
 */
export function takeSecretsOut<Input>(
  workspace: Pick<Workspace, 'secrets'>,
  input: Input,
  inspection: Inspection,
): { input: Input; redacted: number } {
  const { value, places } = redactValue(input, { files: inspection.files ?? false });
  return { input: value, redacted: countSecrets(workspace, places, inspection) };
}

/** How many secrets a caller is told of, wherever they were replaced. @throws validation_failed as above */
export function countSecrets(
  { secrets }: Pick<Workspace, 'secrets'>,
  places: readonly RedactedPlace[],
  { part, writes, before = 0 }: Inspection,
): number {
  if (!writes) return 0;
  if (secrets === 'refuse' && places.length + before > 0)
    throw new ServiceError('validation_failed', 'The request holds secrets, which this workspace refuses.', {
      issues: [
        ...(before > 0 ? [replacedByClient(before)] : []),
        ...places.map(({ path, kind }) => ({
          loc: part === undefined ? path : [part, ...path],
          msg: `Text should hold no secret; this looks like one of the kind ${kind}`,
          type: 'value_error' as const,
        })),
      ],
    });
  return places.length + before;
}

const replacedByClient = (count: number) => ({
  loc: ['header', REDACTED_SECRETS_HEADER],
  msg: `Text should hold no secret, which this workspace refuses; the client found ${count} and replaced them before it sent the request`,
  type: 'value_error' as const,
});

const TABLES = keysOf(sweptTables);

type Found = Parameters<typeof rewriteTexts>[2]['rows'][number];

/**
 * One page of the sweep for secrets that were stored before their form was known: counts them, and with `apply` replaces
 * them. What has been replaced is not found again, so a sweep may be broken off and repeated.
 */
export async function redactStored(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  workspace: Pick<Workspace, 'id' | 'language'>,
  { apply, at }: { apply: boolean; at: RedactedPage['next'] },
): Promise<RedactedPage> {
  const table = requireSweptTable(at?.table ?? TABLES[0]);
  const page = await readTextsPage(db, workspace.id, { table, after: at?.after ?? null });
  const found: Record<string, number> = {};
  const holding: Found[] = [];
  for (const { key, body } of page.rows) {
    const { columns, kinds } = redactTexts(table, body.columns, workspace.language);
    if (kinds.length === 0) continue;
    for (const kind of kinds) found[kind] = (found[kind] ?? 0) + 1;
    holding.push({ key, digest: body.digest, columns });
  }
  const written = apply ? await write(db, workspace, { table, rows: holding }) : [];
  if (table === 'memories' && apply) {
    await jobs.enqueue(
      'generateEmbedding',
      // The key of a row begins with its workspace.
      ...written.map(([, memoryId = '']) => ({ workspaceId: workspace.id, memoryId })),
    );
    if (written.length > 0) {
      await clearCommunityLabels(db, workspace.id);
      await jobs.enqueue('analyzeGraph', { workspaceId: workspace.id });
    }
    // The words of the secrets are counted in the statistics, too.
    if (page.next === null) await refreshStatistics(db, workspace.id);
  }
  const following = TABLES[TABLES.indexOf(table) + 1];
  return {
    table,
    rows: page.rows.length,
    found,
    holding: holding.length,
    left: apply ? holding.length - written.length : 0,
    next:
      page.next !== null
        ? { table, after: page.next }
        : following === undefined
          ? null
          : { table: following, after: null },
  };
}

/** One row that would become the same as another must not hold up the others. */
async function write(
  db: Services['db'],
  workspace: Pick<Workspace, 'id'>,
  { table, rows }: { table: SweptTableName; rows: readonly Found[] },
): Promise<string[][]> {
  if (rows.length === 0) return [];
  try {
    return await rewriteTexts(db, workspace.id, { table, rows });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    if (rows.length === 1) return [];
    const written: string[][] = [];
    for (const row of rows) written.push(...(await write(db, workspace, { table, rows: [row] })));
    return written;
  }
}

function requireSweptTable(table: string | undefined): SweptTableName {
  if (table !== undefined && isSweptTable(table)) return table;
  throw new ServiceError('not_found', `The sweep has no table ${table}.`);
}

/** Leaves nothing of what was replaced or deleted in the files of the database, where they are ours. */
export async function eraseReplaced({ erase }: Pick<Services, 'erase'>): Promise<{ state: ErasedState }> {
  await erase?.();
  return { state: erase ? 'erased' : 'elsewhere' };
}

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
