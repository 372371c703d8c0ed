import {
  type ListGlossaryReply,
  GLOSSARY_GROUPS_MAX,
  type AddGlossaryGroupBody,
  type GlossaryGroup,
} from '@memory/contracts';
import {
  listGlossaryGroups,
  type Workspace,
  insertGlossaryGroup,
  deleteGlossaryGroup as deleteRow,
} from '@memory/db';
import { glossaryGroups, analyze } from '@memory/text';
import { isUuid } from '../memories/memory-ref.ts';
import { withMoments } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

export async function listGlossary(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
): Promise<ListGlossaryReply> {
  const groups = await listGlossaryGroups(db, workspace.id);
  return {
    count: groups.length,
    results: groups.map(withMoments),
    built_in: glossaryGroups.length,
  };
}

export async function addGlossaryGroup(
  { db, ids, clock }: Pick<Services, 'db' | 'ids' | 'clock'>,
  workspace: Workspace,
  { terms }: AddGlossaryGroupBody,
): Promise<GlossaryGroup> {
  const issues = terms.flatMap((term, place) =>
    analyze(term, workspace.language).length > 0
      ? []
      : [
          {
            loc: ['body', 'terms', place],
            msg: 'Nothing in it is searched for',
            type: 'value_error' as const,
          },
        ],
  );
  if (issues.length > 0)
    throw new ServiceError('validation_failed', 'A term holds no word that is searched for.', { issues });
  const id = ids.uuid();
  const createdAt = clock();
  const { author } = workspace;
  const outcome = await insertGlossaryGroup(db, workspace.id, {
    id,
    terms,
    author,
    createdAt,
    groupsMax: GLOSSARY_GROUPS_MAX,
  });
  if (outcome === 'known') throw new ServiceError('conflict', 'The glossary has a group of these words.');
  if (outcome === 'full')
    throw new ServiceError(
      'conflict',
      `The glossary of a workspace holds ${GLOSSARY_GROUPS_MAX} groups and 16 KiB of words; delete some first.`,
    );
  return { id, terms, author, created_at: createdAt.toISOString() };
}

/** Takes a group of words back, named by its id or by its words in whatever order. @throws not_found */
export async function deleteGlossaryGroup(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  named: { id: string } | { terms: readonly string[] },
): Promise<void> {
  const mayBe = !('id' in named) || isUuid(named.id);
  if (mayBe && (await deleteRow(db, workspace.id, named))) return;
  const described = 'id' in named ? `Group ${named.id}` : `A group of ${named.terms.join(', ')}`;
  throw new ServiceError('not_found', `${described} was not found in the glossary.`);
}
