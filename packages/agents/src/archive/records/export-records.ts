import type { Client } from '@memory/client';
import { RECORD_KINDS, type RecordKind, type WorkspaceRecord } from '@memory/contracts';

interface ExportOptions {
  kinds?: readonly RecordKind[];
  /** Where they are written to, for whoever forgets something of it later. */
  file?: string | undefined;
}

/** Every record of a workspace in the order of an export, a page at a time. */
export async function* exportRecords(
  client: Client,
  { kinds = RECORD_KINDS, file }: ExportOptions = {},
): AsyncGenerator<WorkspaceRecord> {
  let told = file;
  for (const kind of kinds)
    for (let after: string | null | undefined; after !== null;) {
      const page: Awaited<ReturnType<Client['exportRecords']>> = await client.exportRecords({
        query: { record: kind, after, file: told },
      });
      told = undefined;
      yield* page.records;
      after = page.next;
    }
}
