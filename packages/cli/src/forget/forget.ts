import type { Client } from '@memory/client';
import { entriesOf, type ForgetReply } from '@memory/contracts';

export type Meant = Omit<Parameters<Client['forget']>[0]['body'], 'dry_run' | 'after'>;

/** What goes, or has gone, of all pages. */
export type ForgetReport = Omit<ForgetReply, 'next' | 'dry_run'>;

/** Goes through all that is meant, page by page: tells what would go, or forgets it. */
export async function forgetAll(client: Client, meant: Meant, dryRun: boolean): Promise<ForgetReport> {
  const report: ForgetReport = {
    memories: [],
    places: { observations: 0, summaries: 0, changes: 0, contexts: 0, replies: 0, documents: 0 },
    quoted_in: [],
    exports: [],
  };
  for (let after: string | null = null; ;) {
    const reply: ForgetReply = await client.forget({
      body: { ...meant, dry_run: dryRun, ...(after === null ? {} : { after }) },
    });
    report.memories.push(...newOf(report.memories, reply.memories));
    report.quoted_in.push(...newOf(report.quoted_in, reply.quoted_in));
    report.exports.push(
      ...reply.exports.filter(({ file }) => !report.exports.some((each) => each.file === file)),
    );
    for (const [name, count] of entriesOf<keyof ForgetReply['places'], number>(reply.places))
      report.places[name] += count;
    after = reply.next;
    if (after === null) break;
  }
  const going = new Set(report.memories.map(({ memory }) => memory));
  return { ...report, quoted_in: report.quoted_in.filter(({ memory }) => !going.has(memory)) };
}

/** Memories that say the same come with each page that holds one of them. */
function newOf<Item extends { memory: string }>(known: readonly Item[], found: readonly Item[]): Item[] {
  const ids = new Set(known.map(({ memory }) => memory));
  return found.filter(({ memory }) => !ids.has(memory));
}
