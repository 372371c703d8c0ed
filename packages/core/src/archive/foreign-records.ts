import { v5 } from 'uuid';
import { foreignSchemas, type ForeignKind, type WorkspaceRecordInput } from '@memory/contracts';
import type { Workspace, WorkspaceId } from '@memory/db';
import { earlier } from '../sessions/earlier.ts';

/** Whether what is given is a record of another tool: it names itself, or its ends, by external ids. */
export const isForeignRecord = (given: unknown): given is { record: unknown } =>
  typeof given === 'object' &&
  given !== null &&
  ('external_id' in given || 'source_external_id' in given || 'target_external_id' in given);

/** The id of what is imported: the same for the same thing, however often it comes. */
const importedId = (workspaceId: WorkspaceId, externalId: string): string => v5(externalId, workspaceId);

/**
 * A record of another tool as one of ours. A date in the future becomes that of the import; who says no author is the caller.
 * @throws a ZodError when it is none
 */
export function adoptForeign(
  given: { record: unknown },
  { workspace: { id: workspaceId, author }, now }: { workspace: Workspace; now: Date },
): WorkspaceRecordInput {
  const schemas = foreignSchemas();
  const kind = (Object.keys(schemas) as ForeignKind[]).find((each) => each === given.record);
  const foreign = schemas[kind ?? 'memory'].parse(given, { reportInput: true });
  const at = now.toISOString();
  const id = (externalId: string) => importedId(workspaceId, externalId);
  switch (foreign.record) {
    case 'memory': {
      const { external_id, created_at: created, updated_at: updated, ...memory } = foreign;
      return {
        ...memory,
        id: id(external_id),
        author: memory.author ?? author,
        created_at: earlier(created ?? updated, now).toISOString(),
        updated_at: updated === null ? null : earlier(updated, now).toISOString(),
      };
    }
    case 'relationship': {
      const { external_id, source_external_id, target_external_id, ...relationship } = foreign;
      const [source, target] = [
        relationship.source ?? id(source_external_id ?? ''),
        relationship.target ?? id(target_external_id ?? ''),
      ];
      return {
        ...relationship,
        id: id(external_id ?? `${source} ${relationship.relationship_type} ${target}`),
        source,
        target,
        created_at: at,
      };
    }
    case 'session': {
      const { external_id, ...session } = foreign;
      return { ...session, id: id(external_id), author, created_at: at };
    }
    case 'observation': {
      const { external_id, ...observation } = foreign;
      return { ...observation, id: id(external_id), created_at: at };
    }
  }
}
