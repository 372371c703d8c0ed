import type { SettleContradictionBody } from '@memory/contracts';
import { deleteManualRelationship, type NamedRelationship, type Workspace } from '@memory/db';
import { isUuid, parseMemoryRef } from '../memories/memory-ref.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { TYPE_OF_VERDICT } from './verdict-type.ts';

/** Takes a settlement back, named by its id or by what was said. @throws not_found */
export async function reopenContradiction(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  named: { id: string } | Pick<SettleContradictionBody, 'source_id' | 'target_id' | 'verdict'>,
): Promise<void> {
  const name = 'id' in named ? byId(named.id) : byVerdict(named, settings);
  if (name && (await deleteManualRelationship(db, workspace.id, name)) === 'deleted') return;
  const described =
    'id' in named
      ? `Settlement ${named.id}`
      : `A settlement ${named.verdict} of ${named.source_id} and ${named.target_id}`;
  throw new ServiceError('not_found', `${described} was not found.`);
}

const byId = (settlement: string): NamedRelationship | undefined =>
  isUuid(settlement) ? { settlement } : undefined;

function byVerdict(
  { source_id, target_id, verdict }: Pick<SettleContradictionBody, 'source_id' | 'target_id' | 'verdict'>,
  { memoryIdForm: form }: Services['settings'],
): NamedRelationship | undefined {
  const source = parseMemoryRef(form, source_id);
  const target = parseMemoryRef(form, target_id);
  return source && target && { source, target, relationshipType: TYPE_OF_VERDICT[verdict] };
}
