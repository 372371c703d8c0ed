import { findNearestSymbols, type Workspace } from '@memory/db';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

/** One answer for the unknown, the malformed and the foreign; of a name, with those that look most like it. */
export async function symbolNotFound(
  db: Services['db'],
  workspace: Workspace,
  given: { id: string } | { name: string; path?: string | undefined },
): Promise<ServiceError> {
  if ('id' in given)
    return new ServiceError(
      'not_found',
      `Symbol ${given.id} was not found: code_search gives the ids of names.`,
    );
  const { name, path } = given;
  const last = name.split('.').at(-1) ?? name;
  const nearest = await findNearestSymbols(db, workspace.id, { name: last, repository: null });
  const named = path === undefined ? `named ${name}` : `named ${name} in ${path}`;
  const others = nearest.map((symbol) => `${symbol.qualified_name} (${symbol.path})`).join(', ');
  return new ServiceError(
    'not_found',
    `Symbol ${named} was not found.${others === '' ? '' : ` Nearest names: ${others}.`}`,
  );
}
