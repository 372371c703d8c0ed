import { lookUp } from '../look-up.ts';
import { sql, type SQL } from 'drizzle-orm';

/** Whether relationship `r` says that neither end holds. It is mirrored, so that each end is a target. */
const WITHDRAWAL = sql.raw(`r.relationship_type = 'contradicts' and r.discovery_method = 'manual'`);

const isTarget = (workspace: SQL, id: SQL, condition: SQL): SQL => sql`exists (
  select from relationships r where r.workspace_id = ${workspace} and r.target_id = ${id} and (${condition})
  offset 0)`;

export const isDeclared = (workspace: SQL, a: SQL, b: SQL): SQL => sql`exists (
  select from (values (${a}, ${b}), (${b}, ${a})) e(source_id, target_id)
  ${lookUp(
    'relationships',
    'r',
    sql`r.workspace_id = ${workspace} and r.source_id = e.source_id and r.target_id = e.target_id
      and r.discovery_method = 'manual'`,
  )})`;

export const isWithdrawn = (workspace: SQL, id: SQL): SQL => isTarget(workspace, id, WITHDRAWAL);

/** Whether a memory was replaced, withdrawn or settled as obsolete: then nothing is guessed of it, and no block has it. */
export const holdsNoMore = (workspace: SQL, id: SQL): SQL =>
  sql`(${isTarget(workspace, id, sql`r.relationship_type = 'supersedes' or ${WITHDRAWAL}`)} or exists (
  select from memory_grounds lost where lost.workspace_id = ${workspace} and lost.memory_id = ${id} and lost.verdict = 'obsolete'))`;
