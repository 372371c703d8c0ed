import { parseFile } from '@memory/code-graph';
import type { CodeFileInput } from '@memory/contracts';
import { codeFileBody } from '../../../packages/agents/src/code-index/code-batches.ts';
import type { Reply, TestWorkspace } from '../../host/service.ts';

export type Sources = Record<string, string>;

/** Sources as the indexer sends them; each version of a source has a hash of its own. */
export async function readSources(sources: Sources): Promise<CodeFileInput[]> {
  const files: CodeFileInput[] = [];
  for (const [path, source] of Object.entries(sources)) {
    const file = await parseFile(path, source);
    if (!file) throw new Error(`Nothing reads ${path}.`);
    files.push(codeFileBody(file));
  }
  return files;
}

export interface IndexedSources {
  repository?: string;
  deleted?: string[];
}

/** Sends sources as one batch and resolves their edges. */
export async function indexSources(
  service: TestWorkspace,
  sources: Sources,
  { repository = 'shop', deleted = [] }: IndexedSources = {},
): Promise<Reply> {
  const files = await readSources(sources);
  const reply = await service.post('/api/v1/code/files', { repository, files, deleted });
  if (reply.status !== 200) throw new Error(`Indexing answered ${reply.status}: ${reply.text}`);
  await service.runJobs();
  return reply;
}

/** A small shop: three files that call each other. */
export const SHOP: Sources = {
  'src/orders.ts': `import { Store } from './store.ts';
import { priceOf } from './prices.ts';

/** Takes an order and keeps it. */
export function placeOrder(store: Store, item: string): number {
  const price = priceOf(item);
  store.save(item, price);
  return price;
}

export class RushOrder extends Store {
  send(item: string) {
    return placeOrder(this, item);
  }
}
`,
  'src/store.ts': `export class Store {
  save(item: string, price: number) {
    return [item, price];
  }
}
`,
  'src/prices.ts': `export const priceOf = (item: string) => roundUp(item.length);

function roundUp(value: number) {
  return Math.ceil(value);
}
`,
};
