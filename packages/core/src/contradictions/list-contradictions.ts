import type { ListContradictionsQuery, ListContradictionsReply } from '@memory/contracts';
import {
  listContestedMemories,
  listSettledMemories,
  type ContestedMemoryRow,
  type Workspace,
} from '@memory/db';
import { identifyIn, presentTimestamp } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';
import { verdictOf } from './verdict-type.ts';

/**
 * Pairs of memories of which at most one may hold: those that a model calls contradictory, and a decision or convention
 * with a later one that looks like its new version. Or what was said of such pairs.
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
