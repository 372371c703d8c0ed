import type { GraphOutline, OperationInput } from '@memory/contracts';
import { listOutlineEdges, listOutlineNodes, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';

/** As many as an answer of the Data API holds, of titles of some length. */
const PAGE = 6_000;

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** A page of the graph, as little of each memory as a picture needs: first all memories, then their relationships. */
export async function outlineGraph(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { id }: Workspace,
  { after, leastConfidence }: Pick<OperationInput<'outlineGraph'>, 'after' | 'leastConfidence'>,
): Promise<GraphOutline> {
  const [list, from] = after?.split(':') ?? ['nodes', null];
  const page = { after: from ?? null, limit: PAGE, form: settings.memoryIdForm };
  if (list === 'nodes') {
    const { items, last, hasMore } = await listOutlineNodes(db, id, page);
    return { nodes: items, edges: [], next: hasMore ? `nodes:${last}` : `edges:${BEFORE_ALL}` };
  }
  const { items, last, hasMore } = await listOutlineEdges(db, id, { ...page, leastConfidence });
  return { nodes: [], edges: items, next: hasMore ? `edges:${last}` : null };
}
