import { sql, type SQL } from 'drizzle-orm';

/** Forms of a project's name: a name alone, the end of a folder's path (`…/code/shop`), or a remote. */
const kind = (project: SQL) =>
  sql`case when strpos(${project}, '/') = 0 then 0 when starts_with(${project}, '…/') then 1 else 2 end`;

const name = (project: SQL) => sql`lower(regexp_replace(${project}, '^.*/', ''))`;

/**
 * Whether two expressions name the same project. Two remotes and two folders are the same where they are equal; a name that
 * says less is that of any project that ends with it, since folders get remotes, and programs know no more than a name.
 */
export const isSameProject = (one: SQL, other: SQL): SQL =>
  sql`(lower(${one}) = lower(${other}) or (${name(one)} = ${name(other)} and ${kind(one)} <> ${kind(other)}))`;

/** The project of memory `m`: its own, or for a part of a document the repository that the document lies in. */
export const projectOfMemory = sql`coalesce(m.project, (
    select d.origin from document_sections o
    join documents d on d.workspace_id = o.workspace_id and d.id = o.document_id
    where o.workspace_id = m.workspace_id and o.memory_id = m.id and d.origin !~ '^(commit|folder):'))`;
