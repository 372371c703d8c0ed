import { judgeAnchor, type AnchorSymbol, type KnownSymbols } from '@memory/code-graph';
import {
  listAnchorsToJudge,
  readSymbolsToJudge,
  writeGrounds,
  writeVerdicts,
  type AnchorPlace,
  type AnchorRow,
  type AnchorSymbolRow,
  type Workspace,
} from '@memory/db';
import type { Services } from '../services.ts';

/** Anchors judged at once: what the index has of their names fits one answer of the Data API. */
const PAGE = 100;

/** Brings the verdicts of a repository's anchors, and of the memories that have them, up to its index. */
export async function judgeAnchors(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  { repositoryId }: { repositoryId: string },
): Promise<void> {
  for (let after: AnchorPlace | null = null; ;) {
    const anchors: AnchorRow[] = await listAnchorsToJudge(db, workspace.id, {
      repositoryId,
      after,
      limit: PAGE,
    });
    const last = anchors.at(-1);
    if (!last) break;
    const known = await knownSymbols(db, workspace, repositoryId, anchors);
    const verdicts = anchors.map((anchor) => {
      const { verdict, path, name, part } = judgeAnchor(toJudge(anchor), known);
      return {
        memory_id: anchor.memory_id,
        path: anchor.path,
        name: anchor.name,
        verdict,
        now_path: path,
        now_name: name,
        part: part ?? null,
      };
    });
    await writeVerdicts(db, workspace.id, { repositoryId, verdicts });
    if (anchors.length < PAGE) break;
    after = last;
  }
  await writeGrounds(db, workspace.id, { repositoryId, memoryIds: null, at: clock() });
}

async function knownSymbols(
  db: Services['db'],
  workspace: Workspace,
  repositoryId: string,
  anchors: readonly AnchorRow[],
): Promise<KnownSymbols> {
  const lastOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const named = anchors.flatMap(({ name, now_name: now }) => [name, now ?? name]).filter(Boolean);
  const rows = await readSymbolsToJudge(db, workspace.id, {
    repositoryId,
    names: [...new Set(named.map(lastOf))],
    paths: [...new Set(anchors.flatMap(({ path, now_path: now }) => [path, now ?? path]))],
    bodies: [...new Set(anchors.flatMap(({ body_hash: hash }) => (hash === null ? [] : [hash])))],
  });
  const symbols = rows.map(toSymbol);
  const byPath = Map.groupBy(symbols, ({ path }) => path);
  const byName = Map.groupBy(symbols, ({ name }) => name);
  const byBody = Map.groupBy(symbols, ({ bodyHash }) => bodyHash ?? '');
  return {
    at: (path) => byPath.get(path) ?? [],
    named: (name) => byName.get(name) ?? [],
    withBody: (hash) => byBody.get(hash) ?? [],
  };
}

const toSymbol = (row: AnchorSymbolRow): AnchorSymbol => ({
  repository: row.repository_id,
  path: row.path,
  kind: row.kind,
  name: row.name,
  qualifiedName: row.qualified_name,
  signatureHash: row.signature_hash,
  bodyHash: row.body_hash,
  size: row.body_size,
});

const toJudge = (row: AnchorRow) => ({
  repository: row.repository_id,
  kind: row.kind,
  reason: row.reason,
  path: row.path,
  name: row.name,
  signatureHash: row.signature_hash,
  bodyHash: row.body_hash,
  nowPath: row.now_path,
  nowName: row.now_name,
});
