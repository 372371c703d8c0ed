import { sql, type SQL } from 'drizzle-orm';

/** Whether relationship `r` says that neither end holds. It is mirrored, so that each end is a target. */
const WITHDRAWAL = sql.raw(`r.relationship_type = 'contradicts' and r.discovery_method = 'manual'`);

const isTarget = (workspace: SQL, id: SQL, condition: SQL): SQL => sql`exists (
  select from relationships r where r.workspace_id = ${workspace} and r.target_id = ${id} and (${condition}))`;

/** Whether somebody said of a memory and another that neither holds. */
export const isWithdrawn = (workspace: SQL, id: SQL): SQL => isTarget(workspace, id, WITHDRAWAL);

/** Whether a memory was replaced, withdrawn or settled as obsolete: then nothing is guessed of it, and no block has it. */
export const holdsNoMore = (workspace: SQL, id: SQL): SQL =>
  sql`(${isTarget(workspace, id, sql`r.relationship_type = 'supersedes' or ${WITHDRAWAL}`)} or exists (
  select from memory_grounds lost where lost.workspace_id = ${workspace} and lost.memory_id = ${id} and lost.verdict = 'obsolete'))`;
