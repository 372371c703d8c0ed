import type { Client } from '@memory/client';
import { RECORD_KINDS, type RecordKind, type RecordOf } from '@memory/contracts';

interface ExportOptions<Kind extends RecordKind> {
  kinds?: readonly Kind[];
  /** Where they are written to, for whoever forgets something of it later. */
  file?: string | undefined;
}

/** Every record of a workspace, or of some kinds, in the order of an export, a page at a time. */
export async function* exportRecords<Kind extends RecordKind = RecordKind>(
  client: Client,
  { kinds, file }: ExportOptions<Kind> = {},
): AsyncGenerator<RecordOf<Kind>> {
  let told = file;
  for (const record of kinds ?? RECORD_KINDS)
    for await (const records of pagesOf((after) => {
      const query = { record, after: after ?? undefined, file: told };
      told = undefined;
      return client.exportRecords({ query });
    }))
      yield* records as RecordOf<Kind>[];
}

/** Pages of records, each asked for by what the one before named. */
export async function* pagesOf<Item>(
  read: (after: string | null) => Promise<{ records: Item[]; next: string | null }>,
): AsyncGenerator<Item[]> {
  for (let after: string | null = null; ;) {
    const { records, next }: { records: Item[]; next: string | null } = await read(after);
    if (records.length > 0) yield records;
    if (next === null) return;
    after = next;
  }
}
