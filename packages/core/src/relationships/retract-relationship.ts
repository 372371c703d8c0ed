import type { RelationshipNames, ValidationIssue } from '@memory/contracts';
import { deleteManualRelationship, type NamedRelationship, type Workspace } from '@memory/db';
import { isUuid, parseMemoryRef } from '../memories/memory-ref.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

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
