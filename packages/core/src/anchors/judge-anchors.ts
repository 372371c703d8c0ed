import {
  anchorToJudge,
  judgeAnchor,
  knownSymbols,
  lastName,
  type AnchorSymbol,
} from '@memory/code-graph/anchors';
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
    const known = await symbolsToJudge(db, workspace, repositoryId, anchors);
    const verdicts = anchors.map((anchor) => {
      const { verdict, path, name, part } = judgeAnchor(anchorToJudge(anchor), known);
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

async function symbolsToJudge(
  db: Services['db'],
  workspace: Workspace,
  repositoryId: string,
  anchors: readonly AnchorRow[],
): Promise<ReturnType<typeof knownSymbols>> {
  const named = anchors.flatMap(({ name, now_name: now }) => [name, now ?? name]).filter(Boolean);
  const rows = await readSymbolsToJudge(db, workspace.id, {
    repositoryId,
    names: [...new Set(named.map((name) => lastName(name).toLowerCase()))],
    paths: [...new Set(anchors.flatMap(({ path, now_path: now }) => [path, now ?? path]))],
    bodies: [...new Set(anchors.flatMap(({ body_hash: hash }) => (hash === null ? [] : [hash])))],
  });
  return knownSymbols(rows.map(toAnchorSymbol));
}

export const toAnchorSymbol = (row: AnchorSymbolRow): AnchorSymbol => ({
  repository: row.repository_id,
  path: row.path,
  kind: row.kind,
  name: row.name,
  qualifiedName: row.qualified_name,
  signatureHash: row.signature_hash,
  bodyHash: row.body_hash,
  size: row.body_size,
  value: row.value,
});
