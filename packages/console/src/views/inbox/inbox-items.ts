import type { Client } from '@memory/client';
import type { AttentionList } from '@memory/contracts';
import { operate } from '../../session/session.ts';
import type { Action } from '../../ui/use-act.ts';
import type { ShownMemory } from '../../ui/text/memory-link.tsx';
import { refOf } from '../../ui/ref-of.ts';

type Contradiction = Awaited<ReturnType<Client['listContradictions']>>['results'][number];
type Ground = Awaited<ReturnType<Client['listGrounds']>>['results'][number];
type Grounds = Awaited<ReturnType<Client['readGrounds']>>['results'][number];
type Candidate = Awaited<ReturnType<Client['listMemories']>>[number];
type Pair = AttentionList['duplicates'][number];

/** A verdict on an item: with its key, and with its undo. */
interface Settling {
  key: string;
  words: string;
  isDanger?: boolean;
  act: Action<unknown>;
}

/** Something that waits for a person. */
export interface InboxItem {
  id: string;
  /** Why it is here. */
  reason: string;
  /** One memory, or two of which the first is the later. */
  memories: (ShownMemory & { narrative?: string })[];
  /** The failure, where the item is no memory. */
  text?: string;
  /** Commands that show what became of its code. */
  commands?: string[];
  /** How often it was recalled. */
  recalled?: number;
  /** How sure, 0 to 1. */
  share?: number;
  at: string;
  settlings: Settling[];
}

/** Of a memory that is about many places. */
const COMMANDS_SHOWN = 2;

/** The result of an action is the input of its own undo, and of nothing else. */
const action = <Result>(one: Action<Result>): Action<unknown> => one as Action<unknown>;

const remove = (ref: string): Action<unknown> => ({
  run: (client) => client.deleteMemory({ path: { ref } }),
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
  share: confidence,
  at: source.created_at,
  settlings: [
    { key: '1', words: 'First replaces second', act: settle(source.memory, target.memory, 'replaces') },
    { key: '2', words: 'Both hold', act: settle(source.memory, target.memory, 'both_hold') },
    { key: '3', words: 'Neither holds', act: settle(source.memory, target.memory, 'neither_holds') },
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

export const duplicateItem = ({ source, target, likeness }: Pair): InboxItem => ({
  id: `duplicate ${source.memory} ${target.memory}`,
  reason: 'They say nearly the same',
  memories: [source, target],
  share: likeness,
  at: source.created_at,
  settlings: [
    { key: '1', words: 'First replaces second', act: settle(source.memory, target.memory, 'replaces') },
    { key: '2', words: 'Keep both', act: settle(source.memory, target.memory, 'both_hold') },
    { key: '3', words: 'Delete the second', isDanger: true, act: remove(target.memory) },
  ],
});

export const pruningItem = (memory: Candidate): InboxItem => ({
  id: `pruning ${memory.id}`,
  reason: 'Old, unimportant, and not opened for long',
  memories: [{ ...memory, memory: refOf(memory) }],
  at: memory.created_at,
  settlings: [
    { key: '1', words: 'Delete', isDanger: true, act: remove(refOf(memory)) },
    {
      key: '2',
      words: 'Keep it',
      act: {
        run: (client) =>
          client.updateMemory({ path: { ref: refOf(memory) }, body: { importance_score: 0.5 } }),
        done: 'Kept: it counts half as important as the most important.',
        undo: 'batch',
      },
    },
  ],
});

export const unusedItem = (memory: ShownMemory): InboxItem => ({
  id: `unused ${memory.memory}`,
  reason: 'Nobody ever asked for it',
  memories: [memory],
  at: memory.created_at,
  settlings: [
    { key: '1', words: 'Delete', isDanger: true, act: remove(memory.memory) },
    {
      key: '2',
      words: 'Keep it',
      act: {
        run: (client) => client.recordFeedback({ path: { ref: memory.memory }, body: { useful: true } }),
        done: 'Kept: noted that it helps.',
        undo: (client) => client.retractFeedback({ path: { ref: memory.memory }, query: { useful: true } }),
      },
    },
  ],
});

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
