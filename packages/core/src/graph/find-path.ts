import type { PathBody, PathReply } from '@memory/contracts';
import { findPath as findPathRows, type MemoryIdentity, type Workspace } from '@memory/db';
import { memoryNotFound, requireMemoryRef } from '../memories/memory-ref.ts';
import type { Services } from '../services.ts';
import { presentEdge } from './present-graph.ts';

/** A shortest path between two memories, whichever way its edges point; empty lists without one. @throws not_found */
export async function findPath(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { source_memory_id, target_memory_id, max_depth, relationship_types }: PathBody,
): Promise<PathReply> {
  const form = settings.memoryIdForm;
  const found = await findPathRows(db, workspace.id, {
    source: requireMemoryRef(form, source_memory_id),
    target: requireMemoryRef(form, target_memory_id),
    maxDepth: max_depth,
    types: relationship_types,
  });
  if (!found.sourceExists) throw memoryNotFound(source_memory_id);
  if (!found.targetExists) throw memoryNotFound(target_memory_id);
  const refOf = ({ id, memory_id }: MemoryIdentity) => (form === 'A' ? id : memory_id);
  return {
    path: found.path.map(refOf),
    edges: found.edges.map(({ source, target, relationship_type, confidence }) =>
      presentEdge(refOf(source), refOf(target), { relationshipType: relationship_type, confidence }),
    ),
    depth: Math.max(0, found.path.length - 1),
  };
}
