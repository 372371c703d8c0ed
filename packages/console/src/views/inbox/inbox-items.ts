import type { Client } from '@memory/client';
import type { AttentionList } from '@memory/contracts';
import { operate } from '../../session/session.ts';
import type { Action } from '../../ui/hooks.ts';
import { type ShownMemory, formatCount, formatShare, refOf } from '../../ui/text/inline.tsx';

type Contradiction = Awaited<ReturnType<Client['listContradictions']>>['results'][number];
type Ground = Awaited<ReturnType<Client['listGrounds']>>['results'][number];
type Grounds = Awaited<ReturnType<Client['readGrounds']>>['results'][number];
type Candidate = Awaited<ReturnType<Client['listMemories']>>[number];
type Pair = AttentionList['duplicates'][number];

export interface InboxItem {
  id: string;
  reason: string;
  /** One memory, or two of which the first is the later, or those of one import. */
  memories: (ShownMemory & { narrative?: string })[];
  text?: string;
  /** Commands that show what became of its code. */
  commands?: string[];
  recalled?: number;
  /** How sure, or how alike: in words. */
  share?: string;
  at: string;
  settlings: { key: string; words: string; isDanger?: boolean; act: Action<unknown> }[];
}

/** Of a memory that is about many places. */
const COMMANDS_SHOWN = 2;

/** The result of an action is the input of its own undo, and of nothing else. */
const action = <Result>(one: Action<Result>): Action<unknown> => one as Action<unknown>;

const remove = (...refs: string[]): Action<unknown> => ({
  run: (client) =>
    refs.length === 1
      ? client.deleteMemory({ path: { ref: refs[0] ?? '' } })
      : client.batchDeleteMemories({ body: { memory_ids: refs } }),
  done: 'Deleted.',
  undo: 'batch',
});

const settle = (
  later: string,
  earlier: string,
  verdict: 'replaces' | 'both_hold' | 'neither_holds',
): Action<unknown> =>
  action({
    run: (client) => client.settleContradiction({ body: { source_id: later, target_id: earlier, verdict } }),
    done: 'Settled.',
    undo: (client, { id }) => client.reopenContradiction({ path: { id } }),
  });

export const contradictionItem = ({
  source,
  target,
  reason,
  confidence,
  subject,
}: Contradiction): InboxItem => ({
  id: `contradiction ${source.memory} ${target.memory}`,
  reason:
    reason === 'contradicts'
      ? 'They contradict'
      : `The first looks like a new version of the second${subject === null ? '' : ` (${subject})`}`,
  memories: [source, target],
  share: `certain to ${formatShare(confidence)}`,
  at: source.created_at,
  settlings: [
    { key: '1', words: 'Both hold', act: settle(source.memory, target.memory, 'both_hold') },
    { key: '2', words: 'First replaces second', act: settle(source.memory, target.memory, 'replaces') },
    {
      key: '3',
      words: 'Neither holds',
      isDanger: true,
      act: settle(source.memory, target.memory, 'neither_holds'),
    },
  ],
});

const settleGround = (memory: string, verdict: 'still_true' | 'obsolete', done: string): Action<unknown> =>
  action({
    run: (client) => client.settleGround({ body: { memory_id: memory, verdict } }),
    done,
    undo: (client, { id }) => client.reopenGround({ path: { id } }),
  });

/** A word for a shell: names of files are not ours. */
const quoted = (word: string): string =>
  /^[\w./-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** Its code changed: the values of before and now stand in the reason, the lines in a diff, since source text stays where it is. */
export const groundItem = (ground: Ground, stands: Grounds | undefined): InboxItem => ({
  id: `ground ${ground.memory}`,
  reason: `Code ${ground.code ?? 'changed'}${ground.branch === null ? '' : `; on ${ground.branch}`}`,
  recalled: ground.retrieval_count,
  commands: (stands?.anchors ?? [])
    .filter(({ verdict, commit_id }) => commit_id !== null && (verdict === 'changed' || verdict === 'gone'))
    .slice(0, COMMANDS_SHOWN)
    .map(({ path, commit_id }) => `git diff ${commit_id?.slice(0, 12)} -- ${quoted(path)}`),
  memories: [ground],
  at: ground.created_at,
  settlings: [
    {
      key: '1',
      words: 'Still true',
      act: settleGround(ground.memory, 'still_true', 'Tied to the code as it is now.'),
    },
    {
      key: '2',
      words: 'Holds no more',
      isDanger: true,
      act: settleGround(ground.memory, 'obsolete', 'Shown last, and marked.'),
    },
  ],
});

/** Of pairs whose texts are the same to the letter the earlier ones, as one item before all pairs. */
export function duplicateItems(pairs: readonly Pair[]): InboxItem[] {
  const copies = new Map(
    pairs
      .filter(
        ({ source, target, likeness }) =>
          likeness === 1 && source.title === target.title && source.narrative === target.narrative,
      )
      .map(({ target }) => [target.memory, target]),
  );
  const items = pairs.map(duplicateItem);
  const [first, ...others] = copies.values();
  if (first === undefined || others.length === 0) return items;
  const together: InboxItem = {
    id: `copies ${first.memory}`,
    reason: `${copies.size} memories are copies of later ones`,
    memories: [first, ...others],
    at: first.created_at,
    settlings: [{ key: '3', words: 'Delete these', isDanger: true, act: remove(...copies.keys()) }],
  };
  return [together, ...items];
}

const duplicateItem = ({ source, target, likeness }: Pair): InboxItem => ({
  id: `duplicate ${source.memory} ${target.memory}`,
  reason: 'They say nearly the same',
  memories: [source, target],
  share: `alike by ${formatShare(likeness)}`,
  at: source.created_at,
  settlings: [
    { key: '1', words: 'Keep both', act: settle(source.memory, target.memory, 'both_hold') },
    { key: '2', words: 'First replaces second', act: settle(source.memory, target.memory, 'replaces') },
    { key: '3', words: 'Delete the second', isDanger: true, act: remove(target.memory) },
  ],
});

export const pruningItem = (memory: Candidate): InboxItem => ({
  id: `pruning ${memory.id}`,
  reason: 'Old, unimportant, and not opened for long',
  memories: [{ ...memory, memory: refOf(memory) }],
  at: memory.created_at,
  settlings: [
    {
      key: '1',
      words: 'Keep it',
      act: {
        run: (client) =>
          client.updateMemory({ path: { ref: refOf(memory) }, body: { importance_score: 0.5 } }),
        done: 'Kept: it counts half as important as the most important.',
        undo: 'batch',
      },
    },
    { key: '2', words: 'Delete', isDanger: true, act: remove(refOf(memory)) },
  ],
});

type Unused = AttentionList['unused'][number];

/** Memories that arrive with less between them came with one import. */
const IMPORT_PAUSE_MS = 600_000;

/** Typed or drawn memories bear the date of their arrival; those of an import an earlier one. */
const IMPORTED_MS = 3_600_000;

const arrived = ({ arrived_at }: Unused): number => Date.parse(arrived_at);

/** Memories that nobody asked for: those of one import as one item. @param isCut more of an import may be there */
export function unusedItems(memories: readonly Unused[], isCut: boolean): InboxItem[] {
  const groups: Unused[][] = [];
  for (const memory of memories.toSorted((a, b) => arrived(a) - arrived(b))) {
    const isImported = arrived(memory) - Date.parse(memory.created_at) > IMPORTED_MS;
    const last = groups.at(-1)?.at(-1);
    const isNext =
      isImported &&
      last !== undefined &&
      arrived(last) - Date.parse(last.created_at) > IMPORTED_MS &&
      arrived(memory) - arrived(last) < IMPORT_PAUSE_MS;
    if (isNext) groups.at(-1)?.push(memory);
    else groups.push([memory]);
  }
  return groups.map((group) => unusedItem(group, isCut));
}

function unusedItem(memories: Unused[], isCut: boolean): InboxItem {
  const refs = memories.map(({ memory }) => memory);
  const isOne = refs.length === 1;
  const each = (run: (ref: string) => Promise<unknown>) =>
    refs.reduce<Promise<unknown>>((before, ref) => before.then(() => run(ref)), Promise.resolve());
  return {
    id: `unused ${refs[0]}`,
    reason: isOne
      ? 'Nobody ever asked for it'
      : `${formatCount(refs.length, 'memory', 'memories')} ${isCut ? 'or more ' : ''}of an import were never asked for`,
    memories,
    at: memories[0]?.arrived_at ?? '',
    settlings: [
      {
        key: '1',
        words: isOne ? 'Keep it' : isCut ? 'Keep these' : 'Keep all',
        act: {
          run: (client) => each((ref) => client.recordFeedback({ path: { ref }, body: { useful: true } })),
          done: 'Kept: noted that it helps.',
          undo: (client) => each((ref) => client.retractFeedback({ path: { ref }, query: { useful: true } })),
        },
      },
      {
        key: '2',
        words: isOne ? 'Delete' : isCut ? 'Delete these' : 'Delete all',
        isDanger: true,
        act: remove(...refs),
      },
    ],
  };
}

type Failure = Parameters<typeof operate<'settleFailure'>>[1]['failure'];

const seen = (workspaceId: string, failure: Failure): Action<unknown> => ({
  run: () => operate('settleFailure', { workspaceId, failure, settled: true }),
  done: 'Seen.',
  undo: () => operate('settleFailure', { workspaceId, failure, settled: false }),
});

export const uploadItem = (
  { id, failure, state, error_count, created_at }: AttentionList['uploads'][number],
  workspaceId: string,
): InboxItem => ({
  id: `upload ${id}`,
  reason: state === 'expired' ? 'An upload got no file' : 'An upload failed',
  memories: [],
  text: `${failure}${error_count > 0 ? ` ${error_count} documents had faults.` : ''} Send the file again where it is needed.`,
  at: created_at,
  settlings: [{ key: '1', words: 'Seen', act: seen(workspaceId, { kind: 'upload', id }) }],
});

export const workItem = (
  { job, work, attempts, last_error, at }: AttentionList['work'][number],
  { workspaceId, isOperator }: { workspaceId: string; isOperator: boolean },
): InboxItem => ({
  id: `work ${job} ${work}`,
  reason: `A job was given up after ${attempts} attempts: ${job}`,
  memories: [],
  text: last_error ?? 'It ended its process each time.',
  at,
  settlings: [
    { key: '1', words: 'Seen', act: seen(workspaceId, { kind: 'work', job: job as never, work }) },
    // Those of other workspaces are among them.
    ...(isOperator
      ? [
          {
            key: '2',
            words: `Try all ${job} again`,
            act: {
              run: () => operate('redriveJobs', { queue: job as never }),
              done: 'It is tried again; what fails again comes back here.',
            },
          },
        ]
      : []),
  ],
});
