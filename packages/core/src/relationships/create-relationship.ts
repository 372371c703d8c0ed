import {
  BIDIRECTIONAL_RELATIONSHIP_TYPES,
  MANUAL_RELATIONSHIP_TYPES,
  type CreateRelationshipBody,
  type ManualRelationshipType,
  type MemoryIdForm,
  type RelationshipRecord,
  type RelationshipType,
} from '@memory/contracts';
import { insertManualRelationship, type RelationshipRow, type Workspace } from '@memory/db';
import { memoryNotFound, requireMemoryRef } from '../memories/memory-ref.ts';
import { presentRelationship } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

/** The cap rises only with memories or retractions, so there is little sense in asking again soon. */
const CAP_RETRY_SECONDS = 3_600;

/**
 * Declares a relationship: one row for a directed type, two mirrored ones for `related_to`.
 * @throws excluded_relationship_type, self_edge_not_allowed, not_found, duplicate_manual_relationship, rate_limited at
 *   the cap of declared relationships; in this order
 */
export async function createRelationship(
  services: DeclaringServices,
  workspace: Workspace,
  { relationship_type: type, ...body }: CreateRelationshipBody,
): Promise<Declared> {
  if (!isManualType(type))
    throw new ServiceError(
      'excluded_relationship_type',
      `Relationships of type ${type} cannot be declared; only ${MANUAL_RELATIONSHIP_TYPES.join(', ')} can.`,
    );
  return declareRelationship(services, workspace, { ...body, type, settledBy: null });
}

type DeclaringServices = Pick<Services, 'db' | 'clock' | 'ids' | 'settings'>;

interface Declared {
  relationships: RelationshipRecord[];
}

interface Declaration extends Pick<CreateRelationshipBody, 'source_id' | 'target_id' | 'context'> {
  type: RelationshipType;
  /** Author of the settlement of a contradiction; null where the edge is declared for itself. */
  settledBy: string | null;
}

/** The same of any type. */
export async function declareRelationship(
  { db, clock, ids, settings }: DeclaringServices,
  workspace: Workspace,
  { source_id, target_id, type: relationship_type, context, settledBy }: Declaration,
): Promise<Declared> {
  const form = settings.memoryIdForm;
  if (areSame(form, source_id, target_id))
    throw new ServiceError('self_edge_not_allowed', `Memory ${source_id} cannot be related to itself.`);
  const isMirrored = BIDIRECTIONAL_RELATIONSHIP_TYPES.includes(relationship_type);
  const id = ids.uuid();
  const mirroredId = isMirrored ? ids.uuid() : null;
  const createdAt = clock();
  const result = await insertManualRelationship(db, workspace.id, {
    id,
    source: requireMemoryRef(form, source_id),
    target: requireMemoryRef(form, target_id),
    relationshipType: relationship_type,
    mirroredId,
    context,
    settledBy,
    createdAt,
  });
  switch (result.outcome) {
    case 'source_missing':
      throw memoryNotFound(source_id);
    case 'target_missing':
      throw memoryNotFound(target_id);
    case 'duplicate':
      throw new ServiceError(
        'duplicate_manual_relationship',
        `A declared relationship between ${source_id} and ${target_id} exists already; retract it first.`,
      );
    case 'cap_reached':
      throw new ServiceError(
        'rate_limited',
        'The workspace has as many declared relationships as it may for its number of memories; retract some, or store more memories.',
        { retryAfterSeconds: CAP_RETRY_SECONDS },
      );
    case 'inserted':
  }
  const row = {
    id,
    source: result.source,
    target: result.target,
    relationship_type,
    discovery_method: 'manual',
    confidence: 1,
    is_bidirectional: isMirrored,
    context,
    created_at: createdAt.toISOString(),
  } satisfies RelationshipRow;
  const mirrored = mirroredId && { ...row, id: mirroredId, source: row.target, target: row.source };
  return {
    relationships: [row, ...(mirrored ? [mirrored] : [])].map((each) => presentRelationship(each, form)),
  };
}

const isManualType = (type: string): type is ManualRelationshipType =>
  MANUAL_RELATIONSHIP_TYPES.some((manual) => manual === type);

/** A UUID in capitals names the same memory. */
const areSame = (form: MemoryIdForm, a: string, b: string): boolean =>
  form === 'A' ? a.toLowerCase() === b.toLowerCase() : a === b;
