import { sql } from 'drizzle-orm';

/** Files that the session of memory `m` edited, as a list of JSON. */
export const editedInSession = sql`(
    select coalesce(json_agg(distinct f.path), '[]') from (
      select unnest(o.files) path from sessions s
      join observations o on o.workspace_id = s.workspace_id and o.session_row_id = s.id and o.kind = 'edit'
      where s.workspace_id = m.workspace_id and s.session_id = m.source_session_id limit 100) f)`;
