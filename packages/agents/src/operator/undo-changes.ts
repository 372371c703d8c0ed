import type { UndoReply } from '@memory/contracts';

export type Undone = Omit<UndoReply, 'next'>;

/** Takes back a change or a batch, as many calls as that takes. */
export async function undoChanges(
  undo: (options: { after: string | undefined }) => Promise<UndoReply>,
): Promise<Undone> {
  const total: Undone = { undone: 0, left: [], sessions: { undone: 0, left: [] }, batch: '' };
  for (let after: string | undefined; ;) {
    const reply = await undo({ after });
    total.undone += reply.undone;
    total.left.push(...reply.left);
    total.sessions.undone += reply.sessions.undone;
    total.sessions.left.push(...reply.sessions.left);
    total.batch = reply.batch;
    if (reply.next === null) return total;
    after = reply.next;
  }
}
