import type { RedactedPage } from '@memory/contracts';
import type { Operator } from './operator.ts';

/** Secrets of one kind in one table of a workspace. */
interface StoredSecrets {
  workspace: string;
  table: string;
  kind: string;
  count: number;
}

export interface RedactReport {
  secrets: StoredSecrets[];
  /** Rows that were read, that hold secrets, and of these the ones that could not be written. */
  rows: number;
  holding: number;
  left: number;
}

export interface RedactOptions {
  /** Id of the workspace; undefined: all of them. */
  workspace?: string | undefined;
  apply: boolean;
  /** After each page. */
  onPage?: ((page: { table: string; rows: number; holding: number }) => void) | undefined;
}

/** Goes through what is stored, page by page, and counts secrets or replaces them. */
export async function redactStored(
  target: Operator,
  { workspace, apply, onPage }: RedactOptions,
): Promise<RedactReport> {
  const report: RedactReport = { secrets: [], rows: 0, holding: 0, left: 0 };
  const workspaces = workspace === undefined ? await listIds(target) : [workspace];
  for (const workspaceId of workspaces) {
    const counts = new Map<string, StoredSecrets>();
    for (let at: RedactedPage['next'] = null; ;) {
      const page: RedactedPage = await target.redactStored({ workspaceId, apply, at });
      const { table, rows, found, holding, left, next } = page;
      report.rows += rows;
      report.holding += holding;
      report.left += left;
      for (const [kind, count] of Object.entries(found)) {
        const id = `${table} ${kind}`;
        const known = counts.get(id) ?? { workspace: workspaceId, table, kind, count: 0 };
        counts.set(id, { ...known, count: known.count + count });
      }
      onPage?.({ table, rows: report.rows, holding: report.holding });
      if (next === null) break;
      at = next;
    }
    report.secrets.push(...counts.values());
  }
  return report;
}

const PAGE = 1_000;

async function listIds(target: Operator): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const { workspaces } = await target.listWorkspaces({ limit: PAGE, after: ids.at(-1) ?? null });
    ids.push(...workspaces.map(({ id }) => id));
    if (workspaces.length < PAGE) return ids;
  }
}
