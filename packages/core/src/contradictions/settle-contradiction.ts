import type { Contradiction, SettleContradictionBody } from '@memory/contracts';
import type { Workspace } from '@memory/db';
import { declareRelationship } from '../relationships/create-relationship.ts';
import type { Services } from '../services.ts';
import { TYPE_OF_VERDICT } from './verdict-type.ts';

type Settlement = NonNullable<Contradiction['settlement']>;

/** By whom, where the service does not know who calls. */
const SOMEBODY = 'somebody';

/**
 * Says which of two memories holds. Whatever was declared between them before has to be taken back first.
 * @throws self_edge_not_allowed, not_found, duplicate_manual_relationship, rate_limited
 */
export async function settleContradiction(
  services: Pick<Services, 'db' | 'clock' | 'ids' | 'settings'>,
  workspace: Workspace,
  { source_id, target_id, verdict, context }: SettleContradictionBody,
): Promise<Settlement> {
  const settled_by = workspace.author ?? SOMEBODY;
  const { relationships } = await declareRelationship(services, workspace, {
    source_id,
    target_id,
    type: TYPE_OF_VERDICT[verdict],
    context,
    settledBy: settled_by,
  });
  const [first] = relationships;
  if (!first) throw new Error('A declared relationship was not returned.');
  return { id: first.id, verdict, context, settled_by, settled_at: first.created_at };
}
