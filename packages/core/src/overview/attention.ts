import type { AttentionList, OperationInput } from '@memory/contracts';
import { listAttention as readAttention, settleUpload, settleWork, type Workspace } from '@memory/db';
import { presentTimestamp } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

const DAY_MS = 86_400_000;

/** What a person may want to settle, beside contradictions and candidates for pruning. */
export async function listAttention(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  { id }: Workspace,
  { unusedDays }: Pick<OperationInput<'listAttention'>, 'unusedDays'>,
): Promise<AttentionList> {
  const { duplicates, unused, uploads, work } = await readAttention(db, id, {
    unusedBefore: new Date(clock().getTime() - unusedDays * DAY_MS),
    form: settings.memoryIdForm,
  });
  const dated = <Item extends { created_at: string }>(item: Item): Item => ({
    ...item,
    created_at: presentTimestamp(item.created_at),
  });
  return {
    duplicates: duplicates.map(({ source, target, likeness }) => ({
      source: dated(source),
      target: dated(target),
      // A cosine may be a hair above 1.
      likeness: Math.min(1, likeness),
    })),
    unused: unused.map(dated),
    uploads: uploads.map(dated),
    work: work.map((each) => ({ ...each, at: presentTimestamp(each.at) })),
  };
}

/** Says that a failure was seen, or takes that back. @throws not_found */
export async function settleFailure(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id }: Workspace,
  { failure, settled }: Pick<OperationInput<'settleFailure'>, 'failure' | 'settled'>,
): Promise<{ settled: boolean }> {
  const at = settled ? clock() : null;
  const isFound =
    failure.kind === 'upload'
      ? await settleUpload(db, id, { id: failure.id, at })
      : await settleWork(db, id, { job: failure.job, work: failure.work, at });
  if (!isFound) throw new ServiceError('not_found', 'This did not fail, or is being tried again.');
  return { settled };
}
