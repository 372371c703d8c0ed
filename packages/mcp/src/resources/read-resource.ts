import { frameRecalled, getIndex, getMemory, type Services } from '@memory/core';
import type { Caller } from '../server/call-tool.ts';
import { memoryLines, titleLines } from '../text/memory-lines.ts';

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
    return frameRecalled(INDEX_URI, titleLines(results));
  }
  const memory = await getMemory(services, workspace, uri.slice('memory://'.length));
  return frameRecalled(uri, memoryLines(memory, { cut: false }));
}
