import type { ForgetReply } from '@memory/contracts';
import {
  cleanPlace,
  insertTombstones,
  readPlacePage,
  rewriteObservation,
  rewriteSession,
  type MemoryIdentity,
  type QuotingPlaceName,
  type QuotingRow,
  type WorkspaceId,
} from '@memory/db';
import type { Services } from '../services.ts';
import { digestOf, tellingSentences } from '@memory/text/forgotten-text';
import type { ForgettingRun } from './forgetting-run.ts';
import { holdsWithin } from './quotations.ts';
import { jsonWithoutQuotations, withoutQuotations } from './find-forgotten.ts';

type Places = ForgetReply['places'];

const COUNTED: Partial<Record<QuotingPlaceName, keyof Places>> = {
  observations: 'observations',
  sessions: 'summaries',
  memory_changes: 'changes',
  feedback: 'contexts',
  relationships: 'contexts',
  idempotent_replies: 'replies',
  documents: 'documents',
};

/** Characters between identifiers of memories in JSON. */
const BETWEEN = /[^0-9a-z-]+/u;

export interface PlaceLookedThrough {
  places: Partial<Places>;
  quoting: { memory: MemoryIdentity; title: string }[];
  /** Key of the last row; null when no row follows. */
  after: string[] | null;
}

/** Looks through the next rows of a place for what belongs to memories that go or quotes them, and cleans those rows. */
export async function lookThroughPlace(
  { db }: Pick<Services, 'db'>,
  workspaceId: WorkspaceId,
  {
    run,
    name,
    after,
    cleans,
  }: {
    run: ForgettingRun;
    name: QuotingPlaceName;
    after: readonly string[] | null;
    /** Absent: it is only counted. */
    cleans?: { salt: string; at: Date } | undefined;
  },
): Promise<PlaceLookedThrough> {
  const near = await run.near(db, workspaceId);
  if (near?.length === 0) return { places: {}, quoting: [], after: null };
  const page = await readPlacePage(db, workspaceId, { name, near, after });
  const found = page.rows.filter(({ body }) => isMeant(run, name, body));
  if (name === 'memories') return { places: {}, quoting: found.map(presentQuoting), after: page.next };
  if (cleans && found.length > 0) await clean({ db }, workspaceId, { run, name, found, ...cleans });
  const counted = COUNTED[name];
  return { places: counted ? { [counted]: found.length } : {}, quoting: [], after: page.next };
}

function isMeant(run: ForgettingRun, name: QuotingPlaceName, { texts, owners }: QuotingRow): boolean {
  const isOf = owners.some((owner) => run.names(owner));
  // A memory that goes itself does not stay as another that quotes it.
  if (name === 'memories') return !isOf && holdsWithin(texts, run.holds);
  if (isOf) return true;
  if (name !== 'idempotent_replies') return holdsWithin(texts, run.holds);
  const body = String(texts['body']);
  return body.split(BETWEEN).some((word) => run.names(word)) || holdsWithin(opened(body), run.holds);
}

const presentQuoting = ({ key, body }: { key: string[]; body: QuotingRow }) => ({
  memory: { id: key.at(-1) ?? '', memory_id: String(body.texts['memory_id']) },
  title: String(body.texts['title']),
});

async function clean(
  { db }: Pick<Services, 'db'>,
  workspaceId: WorkspaceId,
  {
    run,
    name,
    found,
    salt,
    at,
  }: {
    run: ForgettingRun;
    name: QuotingPlaceName;
    found: readonly { key: string[]; body: QuotingRow }[];
    salt: string;
    at: Date;
  },
): Promise<void> {
  const keys = found.map(({ key }) => key);
  if (name === 'sessions') {
    for (const { key, body } of found) {
      const isWhole = body.owners.some((owner) => run.names(owner));
      const { summary, metadata } = body.texts as { summary: string | null; metadata: unknown };
      await rewriteSession(db, workspaceId, {
        id: key.at(-1) ?? '',
        summary: summary === null || isWhole ? null : withoutQuotations(summary, run.holds),
        metadata: isWhole ? {} : (jsonWithoutQuotations(metadata, run.holds) as Record<string, unknown>),
      });
    }
    return;
  }
  if (name !== 'observations') return cleanPlace(db, workspaceId, { name, keys });
  const judged = found.map(({ key, body: { texts, owners } }) => {
    const content = String(texts['content']);
    const isWhole = run.takesWhole || owners.some((owner) => run.names(owner));
    return { key, content, left: isWhole ? null : withoutQuotations(content, run.holds) };
  });
  const gone = judged.filter(({ left }) => left === null);
  const cut = judged.filter(({ left }) => left !== null);
  const texts = [
    // "Yes please." of a session that goes is said in others, too.
    ...gone
      .map(({ content }) => content)
      .filter((content) => run.takesWhole || tellingSentences(content).length > 0),
    ...cut.flatMap(({ content }) => tellingSentences(content).filter(run.holds)),
  ];
  await db.transaction(async (tx) => {
    await insertTombstones(tx, workspaceId, { salt, digests: texts.map((text) => digestOf(salt, text)), at });
    await cleanPlace(tx, workspaceId, { name, keys: gone.map(({ key }) => key) });
    for (const { key, left } of cut)
      await rewriteObservation(tx, workspaceId, { id: key.at(-1) ?? '', content: left ?? '' });
  });
}

/** JSON is looked through by its fields: in its text, escapes stand between words. */
function opened(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
