import { frameRecalled, getIndex, getMemory, neutralLine, type Services } from '@memory/core';
import type { Caller } from '../server/call-tool.ts';

export const INDEX_URI = 'memory://index';
export const MEMORY_URI_TEMPLATE = 'memory://{ref}';

const INDEX_LENGTH = 200;

/**
 * The text of a resource: the index, or one memory by its identifier. Reading counts as nothing.
 * @throws not_found
 */
export async function readResource(
  services: Services,
  /** Throws a ServiceError when the workspace could not be told. */
  caller: () => Caller,
  uri: string,
): Promise<string> {
  const { workspace } = caller();
  if (uri === INDEX_URI) {
    const { results } = await getIndex(services, workspace, { limit: INDEX_LENGTH });
    const lines = results.map(
      ({ id, memory_id, title, memory_type }) =>
        `- [${memory_type}] ${neutralLine(title)} (${memory_id ?? id})`,
    );
    return frameRecalled(INDEX_URI, lines);
  }
  const memory = await getMemory(services, workspace, {
    ref: uri.slice('memory://'.length),
  });
  const facts = [memory.memory_type, memory.created_at.slice(0, 10), ...memory.source_files];
  return frameRecalled(uri, [
    `# ${neutralLine(memory.title)}`,
    `(${neutralLine(facts.join('; '))})`,
    '',
    memory.narrative,
  ]);
}
