import { deleteGlossaryGroup as deleteRow, type Workspace } from '@memory/db';
import { isUuid } from '../memories/memory-ref.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

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
