import type {
  ListContradictionsQuery,
  ListContradictionsReply,
  SettleContradictionBody,
  Contradiction,
  RelationshipType,
  Verdict,
} from '@memory/contracts';
import {
  listContestedMemories,
  listSettledMemories,
  type ContestedMemoryRow,
  type Workspace,
  deleteManualRelationship,
  type NamedRelationship,
} from '@memory/db';
import { isUuid, parseMemoryRef } from '../memories/memory-ref.ts';
import { identifyIn, presentTimestamp } from '../memories/present-memory.ts';
import { declareRelationship } from '../relationships/relationships.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

/**
 * Pairs of memories of which at most one may hold: those that a model calls contradictory, and those of which the later one
 * looks like a new version of the other. Or what was said of such pairs.
 */
export async function listContradictions(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { state, limit, offset }: ListContradictionsQuery,
): Promise<ListContradictionsReply> {
  const page = { limit, offset };
  const { count, pairs } =
    state === 'settled'
      ? await listSettledMemories(db, workspace.id, page)
      : await listContestedMemories(db, workspace.id, page);
  const identify = identifyIn(settings.memoryIdForm);
  const present = ({ id, memory_id, created_at, memory_type, ...shown }: ContestedMemoryRow) => ({
    memory: identify({ id, memory_id }),
    ...shown,
    memory_type,
    created_at: presentTimestamp(created_at),
  });
  return {
    count,
    results: pairs.map(({ source, target, reason, confidence, subject, settlement }) => ({
      source: present(source),
      target: present(target),
      reason,
      // A cosine may be a hair above 1.
      confidence: Math.min(1, Math.max(0, confidence)),
      subject,
      settlement: settlement && {
        id: settlement.id,
        verdict: verdictOf(settlement.type),
        context: settlement.context,
        settled_by: settlement.settled_by,
        settled_at: presentTimestamp(settlement.settled_at),
      },
    })),
  };
}

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

type Settlement = NonNullable<Contradiction['settlement']>;

/** By whom, where the service does not know who calls. */
const SOMEBODY = 'somebody';

/** Says which of two memories holds. Whatever was declared between them before has to be taken back first. */
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

/** A settlement is a declared relationship, so that whatever reads relationships knows of it. */
const TYPE_OF_VERDICT = {
  replaces: 'supersedes',
  both_hold: 'related_to',
  neither_holds: 'contradicts',
} as const satisfies Record<Verdict, RelationshipType>;

const verdictOf = (type: string): Verdict => {
  for (const [verdict, of] of Object.entries(TYPE_OF_VERDICT)) if (of === type) return verdict as Verdict;
  throw new Error(`No verdict is kept as ${type}.`);
};
