import type { UndoReply } from '@memory/contracts';
import type { Operator } from './operator.ts';

export interface UndoOptions {
  workspace: string;
  change?: string | undefined;
  batch?: string | undefined;
}

/** Takes back a change or a batch, as many calls as that takes. */
export async function undoChanges(
  source: Operator,
  { workspace, change, batch }: UndoOptions,
): Promise<Omit<UndoReply, 'next'>> {
  if ((change === undefined) === (batch === undefined)) throw new Error('Give either --change or --batch.');
  const total: Omit<UndoReply, 'next'> = { undone: 0, left: [], batch: '' };
  for (let after: string | null = null; ;) {
    const reply: UndoReply = await source.undoChanges({
      workspaceId: workspace,
      change,
      batch,
      after: after ?? undefined,
    });
    total.undone += reply.undone;
    total.left.push(...reply.left);
    total.batch = reply.batch;
    if (reply.next === null) return total;
    after = reply.next;
  }
}
