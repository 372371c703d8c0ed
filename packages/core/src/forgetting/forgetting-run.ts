import { createHash } from 'node:crypto';
import type { ForgetBody } from '@memory/contracts';
import {
  deleteForgettingParts,
  insertForgettingPart,
  listForgettingParts,
  listSameMemories,
  type Database,
  type MeantMemory,
  type WorkspaceId,
  quotingPlaces,
  type QuotingPlaceName,
} from '@memory/db';
import { phrasesOf } from '@memory/text/forgotten-text';
import { isUuid } from '../memories/memory-ref.ts';
import { ServiceError } from '../service-error.ts';
import { hintOf, holdsAny, holdsKnown, phraseKeys, type Holds, type PhraseKey } from './quotations.ts';

/** Keys a part: with them it is far below what a statement of the Data API takes. */
const KEYS = 5_000;

/** Words for which the database looks by itself; with more it is faster to read all rows and look here. */
const NEAR_MAX = 60;
/** Of so few memories the sentences are read again. */
const FEW = 20;

/** Findings of one call, as they are kept for the next. */
interface Part {
  /** Memories that go: their two identifiers. */
  memories: [id: string, memoryId: string][];
  keys: PhraseKey[];
}

interface RunOptions {
  id: string;
  /** Words that are forgotten wherever they stand. */
  text?: string | undefined;
  /** External id of a session that goes whole. */
  session?: string | undefined;
}

/** A request to forget, over as many calls as it takes: which memories go, and how their quotations are known. */
export class ForgettingRun {
  readonly id: string;
  readonly session: string | undefined;
  readonly #text: string | undefined;
  /** Of the calls before, in the database. */
  readonly #kept: readonly Part[];
  readonly #fresh: Part = { memories: [], keys: [] };
  readonly #names: Set<string>;
  #holds: Holds | undefined;
  #near: { words: readonly string[] | undefined } | undefined;

  private constructor({ id, text, session }: RunOptions, kept: readonly Part[]) {
    this.id = id;
    this.session = session;
    this.#text = text;
    this.#kept = kept;
    this.#names = new Set(kept.flatMap(({ memories }) => memories.flat()));
    if (session !== undefined) this.#names.add(session);
  }

  static begin(options: RunOptions): ForgettingRun {
    return new ForgettingRun(options, []);
  }

  /** @throws validation_failed when nothing is known of it any more */
  static async resume(db: Database, workspaceId: WorkspaceId, options: RunOptions): Promise<ForgettingRun> {
    const parts = await listForgettingParts(db, workspaceId, options.id);
    if (parts.length === 0) throw unknownPosition();
    return new ForgettingRun(options, parts as unknown as Part[]);
  }

  /** Notes memories that go. @returns those of them that were not known */
  add(said: readonly MeantMemory[]): MeantMemory[] {
    const fresh = said.filter(({ memory }) => !this.#names.has(memory.id));
    for (const { memory, title, narrative } of fresh) {
      this.#names.add(memory.id).add(memory.memory_id);
      this.#fresh.memories.push([memory.id, memory.memory_id]);
      // A text that holds the words goes; other text beside them may stand elsewhere.
      if (this.#text === undefined)
        this.#fresh.keys.push(...phraseKeys(this.id, phrasesOf({ title, narrative })));
    }
    return fresh;
  }

  get ids(): string[] {
    return [...this.#kept, this.#fresh].flatMap(({ memories }) => memories.map(([id]) => id));
  }

  /** A text that holds the words goes; of one that only quotes a sentence of a memory the rest stays. */
  get takesWhole(): boolean {
    return this.#text !== undefined;
  }

  /** Whether something is named that goes: a memory, or the session. */
  names(name: string): boolean {
    return this.#names.has(name);
  }

  get holds(): Holds {
    return (this.#holds ??=
      this.#text === undefined
        ? holdsKnown(
            this.id,
            [...this.#kept, this.#fresh].flatMap((part) => part.keys),
          )
        : holdsAny([this.#text]));
  }

  /** Words in lower case, of which each row holds one that quotes or is of something that goes; undefined: too many. */
  async near(db: Database, workspaceId: WorkspaceId): Promise<readonly string[] | undefined> {
    this.#near ??= { words: await this.#wordsNear(db, workspaceId) };
    return this.#near.words;
  }

  async #wordsNear(db: Database, workspaceId: WorkspaceId): Promise<string[] | undefined> {
    const { ids } = this;
    if (ids.length > FEW) return undefined;
    const phrases =
      this.#text === undefined
        ? (await listSameMemories(db, workspaceId, { ids, limit: FEW })).flatMap((said) => phrasesOf(said))
        : [this.#text];
    const hints = phrases.map(hintOf);
    const words = new Set([...this.#names].map((name) => name.toLowerCase()));
    for (const hint of hints) {
      if (hint === undefined) return undefined;
      words.add(hint);
    }
    return words.size > NEAR_MAX ? undefined : [...words];
  }

  /** Keeps what this call found for the next. */
  async keep(db: Database, workspaceId: WorkspaceId, at: Date): Promise<void> {
    const { memories, keys } = this.#fresh;
    if (memories.length === 0 && this.#kept.length > 0) return;
    for (let start = 0; start === 0 || start < keys.length; start += KEYS)
      await insertForgettingPart(db, workspaceId, {
        run: this.id,
        part: this.#kept.length + start / KEYS,
        found: {
          memories: start === 0 ? memories : [],
          keys: keys.slice(start, start + KEYS),
        } satisfies Part,
        at,
      });
  }

  async end(db: Database, workspaceId: WorkspaceId): Promise<void> {
    if (this.#kept.length > 0) await deleteForgettingParts(db, workspaceId, this.id);
  }
}

/** A step of a run. Memories are chosen, places cleaned, and memories deleted last: a broken run can be repeated. */
export type ForgetStep = 'choose' | QuotingPlaceName | 'delete';

export const FORGET_STEPS: readonly ForgetStep[] = [
  'choose',
  ...(Object.keys(quotingPlaces) as QuotingPlaceName[]),
  'delete',
];

export interface ForgetPosition {
  run: string;
  step: ForgetStep;
  /** Key of the last row that was looked at; null at the beginning of a step. */
  after: readonly string[] | null;
}

/** A position as callers hand it back; it holds for the same choice only. */
export const presentPosition = ({ run, step, after }: ForgetPosition, choice: string): string =>
  [run, choice, step, ...(after ?? [])].map(encodeURIComponent).join('/');

/** @throws validation_failed for what no reply to this choice has given */
export function parsePosition(given: string, choice: string): ForgetPosition {
  const [run = '', chosen, name, ...after] = given.split('/').map(decoded);
  const step = FORGET_STEPS.find((each) => each === name);
  if (!isUuid(run) || chosen !== choice || step === undefined) throw unknownPosition();
  return { run, step, after: after.length === 0 ? null : after };
}

const unknownPosition = () =>
  new ServiceError('validation_failed', 'The body is not valid.', {
    issues: [
      {
        loc: ['body', 'after'],
        msg: 'Input should be `next` of a reply to the same choice, less than a day old',
        type: 'value_error',
      },
    ],
  });

/** Names what is to be forgotten, and whether it is. */
export const choiceOf = (body: ForgetBody): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...body, after: undefined }))
    .digest('hex')
    .slice(0, 16);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
