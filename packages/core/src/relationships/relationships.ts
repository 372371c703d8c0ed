import {
  BIDIRECTIONAL_RELATIONSHIP_TYPES,
  MANUAL_RELATIONSHIP_TYPES,
  type CreateRelationshipBody,
  type ManualRelationshipType,
  type MemoryIdForm,
  type RelationshipRecord,
  type RelationshipType,
  type RelationshipNames,
  type ValidationIssue,
} from '@memory/contracts';
import {
  insertManualRelationship,
  type RelationshipRow,
  type Workspace,
  deleteManualRelationship,
  type NamedRelationship,
} from '@memory/db';
import { memoryNotFound, requireMemoryRef, isUuid, parseMemoryRef } from '../memories/memory-ref.ts';
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

/** How a relationship to retract was named; either may be empty. */
interface RetractRequest {
  query: RelationshipNames;
  body: RelationshipNames | undefined;
}

const NATURAL_KEY = ['source_id', 'target_id', 'relationship_type'] as const;

/**
 * Takes a declared relationship back, with its mirrored row.
 * @throws validation_failed unless it is named once, in one place and one way; not_found; relationship_not_manual
 */
export async function retractRelationship(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  request: RetractRequest,
): Promise<void> {
  const names = readNames(request);
  const { name, described } = resolve(names, settings);
  const outcome = name ? await deleteManualRelationship(db, workspace.id, name) : 'missing';
  if (outcome === 'missing') throw new ServiceError('not_found', `${described} was not found.`);
  if (outcome === 'discovered')
    throw new ServiceError(
      'relationship_not_manual',
      `${described} was discovered; only declared relationships can be retracted.`,
    );
}

type CompleteNames = { relationship_id: string } | Record<(typeof NATURAL_KEY)[number], string>;

function readNames({ query, body = {} }: RetractRequest): CompleteNames {
  const isNamed = (names: RelationshipNames) => Object.values(names).some((value) => value !== undefined);
  if (isNamed(query) && isNamed(body))
    throw invalid([
      { loc: ['query'], msg: 'Identifiers should be in the query or in the body, not in both' },
    ]);
  const part = isNamed(query) ? 'query' : 'body';
  const names = isNamed(query) ? query : body;
  const { relationship_id, source_id, target_id, relationship_type } = names;
  const given = NATURAL_KEY.filter((field) => names[field] !== undefined);
  if (relationship_id !== undefined && given.length > 0)
    throw invalid([
      { loc: [part], msg: `Give either relationship_id or ${NATURAL_KEY.join(', ')}, not both` },
    ]);
  if (relationship_id !== undefined) return { relationship_id };
  if (source_id !== undefined && target_id !== undefined && relationship_type !== undefined)
    return { source_id, target_id, relationship_type };
  if (given.length === 0)
    throw invalid([{ loc: [part], msg: `Give either relationship_id or ${NATURAL_KEY.join(', ')}` }]);
  throw invalid(
    NATURAL_KEY.filter((field) => names[field] === undefined).map((field) => ({
      loc: [part, field],
      msg: 'Field required',
      type: 'missing',
    })),
  );
}

/** Without a name where an identifier is malformed, which is answered like an unknown one. */
function resolve(
  names: CompleteNames,
  { memoryIdForm }: Services['settings'],
): { name: NamedRelationship | undefined; described: string } {
  if ('relationship_id' in names) {
    const { relationship_id: id } = names;
    return { name: isUuid(id) ? { id } : undefined, described: `Relationship ${id}` };
  }
  const { source_id, target_id, relationship_type: relationshipType } = names;
  const source = parseMemoryRef(memoryIdForm, source_id);
  const target = parseMemoryRef(memoryIdForm, target_id);
  return {
    name: source && target && { source, target, relationshipType },
    described: `Relationship ${relationshipType} from ${source_id} to ${target_id}`,
  };
}

function invalid(issues: (Pick<ValidationIssue, 'loc' | 'msg'> & Partial<ValidationIssue>)[]): ServiceError {
  return new ServiceError('validation_failed', 'The request is not valid.', {
    issues: issues.map(({ loc, msg, type = 'value_error' }) => ({ loc, msg, type })),
  });
}
