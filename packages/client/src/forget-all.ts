import type { ForgetReply } from '@memory/contracts';
import type { Client } from './client.ts';

export type Meant = Omit<Parameters<Client['forget']>[0]['body'], 'dry_run' | 'after' | 'keep_copy'>;

export type ForgetReport = Omit<ForgetReply, 'next' | 'dry_run'>;

/** Goes through all that is meant, call by call, each of a few seconds: tells what would go, or forgets it. */
export async function forgetAll(
  client: Client,
  meant: Meant,
  { dryRun, keepsCopy }: { dryRun: boolean; keepsCopy: boolean },
  onProgress?: (memories: number) => void,
): Promise<ForgetReport> {
  // Memories that say the same come with each reply that holds one of them.
  const memories = new Map<string, ForgetReport['memories'][number]>();
  const quoting = new Map<string, ForgetReport['quoted_in'][number]>();
  const exports = new Map<string, ForgetReport['exports'][number]>();
  const places = { observations: 0, summaries: 0, changes: 0, contexts: 0, replies: 0, documents: 0 };
  let copy: string | null = null;
  for (let after: string | null = null; ;) {
    const reply: ForgetReply = await client.forget({
      body: { ...meant, dry_run: dryRun, keep_copy: keepsCopy, ...(after === null ? {} : { after }) },
    });
    for (const each of reply.memories) memories.set(each.memory, each);
    for (const each of reply.quoted_in) quoting.set(each.memory, each);
    for (const each of reply.exports) exports.set(each.file, each);
    for (const name of Object.keys(places) as (keyof typeof places)[]) places[name] += reply.places[name];
    copy = reply.copy ?? copy;
    onProgress?.(memories.size);
    after = reply.next;
    if (after === null) break;
  }
  return {
    memories: [...memories.values()],
    places,
    quoted_in: [...quoting.values()].filter(({ memory }) => !memories.has(memory)),
    exports: [...exports.values()],
    copy,
  };
}
