import { sql, type SQL } from 'drizzle-orm';

/** Types whose memories replace one another: what was decided, and how things are done. */
export const REPLACEABLE = sql`('decision', 'convention')`;

/** Whether two memories are about the same matter, as far as their labels tell. */
export const areAlike = (ours: SQL, theirs: SQL): SQL =>
  sql`(${ours}.source_files && ${theirs}.source_files or ${ours}.concepts && ${theirs}.concepts
    or ${ours}.tags && ${theirs}.tags)`;

/** From which cosine similarity on two of them count as versions of one, by vectors of this model. */
export interface Succession {
  model: string;
  threshold: number;
}
