import { type MomentBody, NO_FILTERS, type ShownAnchor, shortRef } from '@memory/contracts';
import { readTellings, type SessionMoment, type Workspace } from '@memory/db';
import { namesIn, type Passage } from '@memory/text';
import { codeLine, framedLines, neutralLine, type ToldLine } from '@memory/text/recall';
import { listShownAnchors } from '../anchors/grounds.ts';
import { listMemoriesByFile } from '../browse/browse.ts';
import { asTheyStand, UNKNOWN } from '../recall/with-standing.ts';
import { budgetsOfSearch, passagesOf } from '../recall/passages.ts';
import { recallMemories } from '../recall/recall-memories.ts';
import type { Found } from '../recall/successions.ts';
import type { Services } from '../services.ts';

type TellServices = Pick<Services, 'db' | 'clock' | 'settings' | 'embedding' | 'reranker'>;

export interface Telling {
  lines: ToldLine[];
  ids: ReadonlyMap<string, string>;
}

/** Beyond the block, in any hour of a session. */
const HOURLY_TOKENS = 1_200;
/** With less nothing of worth can be told. */
const TELLING_MIN = 200;

const PROMPT = { memories: 3, tokens: 500, names: 3 };
const FILE = { memories: 12, named: 10, told: 4, tokens: 500 };
const FILE_PASSAGES = 2_400;
/** The least score of a memory that names a symbol: low, since its tie is looked at. */
const NAMED_GATE = 0.05;

/**
 * A prompt is no question to the memory: what is told unasked must bear on it more surely than what `memory_search` shows from 0.15 on. Of 30
 * questions of a story (bench `prompt-gate` of 1a86a644) 27 are told something, 26 with the right memory among it; of 13 without an answer none.
 */
const PROMPT_GATE = 0.25;
/** “Go on”, “yes, do it”. */
const PROMPT_WORDS_MIN = 3;
const QUERY_MAX = 1_000;

/** Words of a failure: it matters most before the next try. */
const REJECTED =
  /\b(?:reject|tried|abandon|revert|roll(?:ed)? back|did ?n[o']t work|does ?n[o']t work|fail(?:ed|s)|avoid|never|must not|do not|don't|instead of|no longer|broke|regression)/iu;

/** Four bytes a token: English is as long, and other scripts are not thought shorter than they are. */
export const tokensOf = (lines: readonly ToldLine[]): number =>
  Math.ceil(Buffer.byteLength(lines.map(({ text }) => text).join('\n')) / 4);

interface Candidate extends Pick<Found, 'note' | 'code' | 'project' | 'alike'> {
  id: string;
  ref: string;
  title: string;
  type: string;
  date: string;
  passage: string;
  about?: string;
  isDrawn: boolean;
  isGeneral: boolean;
}

export async function memoriesOfPrompt(
  services: TellServices,
  workspace: Workspace,
  { prompt, tokens, moment }: { prompt: string; tokens: number | null; moment: SessionMoment },
): Promise<Telling | 'enough' | undefined> {
  if ((prompt.match(/[\p{L}\p{N}]{2,}/gu) ?? []).length < PROMPT_WORDS_MIN) return undefined;
  const [found, named] = await Promise.all([
    search(services, workspace, {
      query: prompt.slice(0, QUERY_MAX).toWellFormed(),
      // More than are told, since some were told before.
      limit: PROMPT.memories * 2,
      minScore: PROMPT_GATE,
    }),
    namedInPrompt(services, workspace, prompt),
  ]);
  const sure = found.filter(isOwnOrGeneral);
  const candidates = [...sure, ...named.filter(({ id }) => !sure.some((one) => one.id === id))];
  const limits = { most: PROMPT.memories, tokens: tokens ?? PROMPT.tokens, about: 'what was asked' };
  return told(services, workspace, { candidates, moment, ...limits });
}

/** Memories of the files and symbols that a prompt names, of this project, the binding first. */
async function namedInPrompt(
  services: TellServices,
  workspace: Workspace,
  prompt: string,
): Promise<Candidate[]> {
  const names = namesIn(prompt).slice(0, PROMPT.names);
  const files = names.filter((name) => PATH.test(name));
  const symbols = names.filter((name) => !PATH.test(name) && SYMBOL.test(name));
  const [byFile, bySymbol] = await Promise.all([
    Promise.all(files.map((file) => ofFile(services, workspace, file))),
    symbols.length === 0
      ? []
      : search(services, workspace, {
          query: symbols.join(' '),
          limit: FILE.named,
          minScore: NAMED_GATE,
        }),
  ]);
  const isOfSymbol = ({ title, passage }: Candidate) =>
    symbols.some((name) => isNamedIn(lastOf(name), `${title} ${passage}`));
  return [...byFile.flat(), ...bySymbol.filter(isOfSymbol)]
    .filter(({ project }) => project === undefined || project === UNKNOWN)
    .toSorted((a, b) => weightOf(b) - weightOf(a));
}

/** `src/a.ts`, `missense.py`; not `3.14` or `e.g`. */
const PATH = /^[\w./-]*[\w-]\.[a-z][a-z\d]{0,5}$|\w\/\w/u;

/** A memory from a session of one project is told in another where it is a convention of no file, or is said to be general. */
const isOwnOrGeneral = ({ project, isDrawn, isGeneral }: Candidate): boolean =>
  project === undefined || project === UNKNOWN || !isDrawn || isGeneral;

const GENERAL = /^(?:general|global|everywhere)$/iu;

/** “in all my projects” */
const SAID_GENERAL =
  /\b(?:all|every|each|any)(?: of)? (?:(?:my|our) )?(?:projects?|repos?|repositor(?:y|ies))\b|\b(?:allen?|jedem) (?:(?:meinen|unseren) )?(?:projekte?n?|repos?)\b/iu;

/** Memories of the symbols that an edit changes, then of its calls, then of the rest of the file. */
export async function memoriesOfFile(
  services: TellServices,
  workspace: Workspace,
  {
    file,
    edited,
    tokens,
    moment,
  }: { file: string; edited: MomentBody['edited']; tokens: number | null; moment: SessionMoment },
): Promise<Telling | 'enough' | undefined> {
  const names = [...edited.within, ...edited.called];
  const [named, searched] = await Promise.all([
    ofFile(services, workspace, file),
    names.length === 0
      ? []
      : search(services, workspace, { query: names.join(' '), limit: FILE.named, minScore: NAMED_GATE }),
  ]);
  const anchors = await anchorsByMemory(services, workspace, [...named, ...searched]);
  const bearing = (one: Candidate) => {
    const { rank, about } = bearingOn(one, { anchors: anchors.get(one.ref) ?? [], file, edited });
    return { ...one, rank, ...(about === undefined ? {} : { about }) };
  };
  const byRef = new Map(named.map((one) => [one.ref, bearing(one)]));
  for (const one of searched.map(bearing))
    if (one.rank < OF_THE_FILE && !byRef.has(one.ref)) byRef.set(one.ref, one);
  const candidates = [...byRef.values()]
    // A path means the file of this project.
    .filter(({ project }) => project === undefined || project === UNKNOWN)
    .toSorted((a, b) => a.rank - b.rank || weightOf(b) - weightOf(a));
  const limits = { most: FILE.told, tokens: tokens ?? FILE.tokens, about: file };
  return told(services, workspace, { candidates, moment, ...limits });
}

async function search(
  services: TellServices,
  workspace: Workspace,
  { query, limit, minScore }: { query: string; limit: number; minScore: number },
): Promise<Candidate[]> {
  const asked = { query, ...NO_FILTERS, tagPrefixes: null, profile: 'default', minScore, limit } as const;
  const { results } = await recallMemories(services, workspace, asked);
  return candidatesOf(results, passagesOf(workspace, results, { query, ...budgetsOfSearch(limit) }));
}

async function ofFile(services: TellServices, workspace: Workspace, file: string): Promise<Candidate[]> {
  const { results } = await listMemoriesByFile(services, workspace, {
    filePath: file,
    limit: FILE.memories,
    offset: 0,
  });
  const found = await asTheyStand(
    services,
    workspace,
    results.map(({ memory }) => memory),
  );
  return candidatesOf(found, passagesOf(workspace, found, { query: file, budget: FILE_PASSAGES }));
}

const candidatesOf = (found: readonly Found[], passages: readonly Passage[]): Candidate[] =>
  found.map(({ memory, note, code, project, alike }, place) => ({
    id: memory.id,
    ref: memory.memory_id ?? memory.id,
    title: neutralLine(memory.title),
    type: memory.memory_type,
    date: memory.created_at.slice(0, 10),
    passage: neutralLine(passages[place]?.text ?? ''),
    isDrawn: memory.source_session_id !== null,
    isGeneral:
      [...memory.tags, ...memory.concepts].some((label) => GENERAL.test(label)) ||
      SAID_GENERAL.test(memory.title) ||
      (memory.memory_type === 'convention' &&
        memory.source_files.length === 0 &&
        namesIn(`${memory.title} ${memory.narrative}`).length === 0),
    ...(note === undefined ? {} : { note }),
    ...(code === undefined ? {} : { code }),
    ...(project === undefined ? {} : { project }),
    ...(alike === undefined ? {} : { alike }),
  }));

async function anchorsByMemory(
  services: TellServices,
  workspace: Workspace,
  candidates: readonly Candidate[],
): Promise<Map<string, ShownAnchor[]>> {
  const refs = new Set(candidates.map(({ ref }) => ref));
  return Map.groupBy(await listShownAnchors(services, workspace, [...refs]), ({ memory }) => memory);
}

const OF_THE_FILE = 2;
const OF_ANOTHER_PART = 3;
const BINDING = new Set(['decision', 'convention', 'incident', 'architecture']);

/** Rejections come first, then binding memories. */
const weightOf = ({ title, passage, type }: Candidate): number =>
  (REJECTED.test(`${title} ${passage}`) ? 2 : 0) + (BINDING.has(type) ? 1 : 0);

/** How near a memory is to what an edit is about, and in a clause of what it is. */
function bearingOn(
  { title, passage, type }: Candidate,
  { anchors, file, edited }: { anchors: readonly ShownAnchor[]; file: string; edited: MomentBody['edited'] },
): { rank: number; about?: string } {
  const symbols = anchors
    .map(({ name, path, now_name, now_path }) => ({ name: now_name ?? name, path: now_path ?? path }))
    .filter(({ name }) => name !== '');
  const isHere = ({ path }: { path: string }) => path === file || path.endsWith(`/${file}`);
  const changed = symbols.find((one) => isHere(one) && edited.within.includes(lastOf(one.name)));
  if (changed) return { rank: 0, about: `${changed.name}, which this edit changes` };
  // A memory without anchors says what it is about.
  const said =
    anchors.length === 0 ? edited.within.find((name) => isNamedIn(name, `${title} ${passage}`)) : undefined;
  if (said !== undefined) return { rank: 0, about: `${said}, which this edit changes` };
  const called = symbols.find(({ name }) => edited.called.includes(lastOf(name)));
  if (called && BINDING.has(type)) return { rank: 1, about: `${called.name}, which this edit calls` };
  const isElsewhere = edited.within.length > 0 && symbols.length > 0;
  return { rank: isElsewhere && type !== 'convention' ? OF_ANOTHER_PART : OF_THE_FILE };
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** A name that is no word of the language. */
const SYMBOL = /[A-Za-z\d]_\w|[a-z\d][A-Z]/u;

const isNamedIn = (name: string, text: string): boolean =>
  SYMBOL.test(name) && text.split(/[^\w$]+/u).includes(name);

interface Limits {
  candidates: readonly Candidate[];
  moment: SessionMoment;
  most: number;
  tokens: number;
  about: string;
}

/** Memories that the session was not told yet, as many as fit. */
async function told(
  { db }: TellServices,
  workspace: Workspace,
  { candidates, moment, most, tokens, about }: Limits,
): Promise<Telling | 'enough' | undefined> {
  if (candidates.length === 0) return undefined;
  const ids = candidates.map(({ id }) => id);
  const known = await readTellings(db, workspace.id, { ...moment, ids });
  const left = HOURLY_TOKENS - known.tokens;
  if (left < TELLING_MIN) return 'enough';
  const fresh = candidates.filter(({ id }) => !known.withheld.includes(id)).slice(0, most);
  for (let count = fresh.length; count > 0; count -= 1) {
    const shown = fresh.slice(0, count);
    const lines = framedLines(neutralLine(about).replaceAll('"', ''), shown.flatMap(linesOf));
    if (tokensOf(lines) <= Math.min(left, tokens))
      return { lines, ids: new Map(shown.map(({ ref, id }) => [ref, id])) };
  }
  return undefined;
}

/** A title is one line; a longer one would keep others out. */
const TITLE_MAX = 200;
const PASSAGE_MAX = 400;

const linesOf = ({
  ref,
  title,
  type,
  date,
  passage,
  note,
  code,
  project,
  about,
  alike = [],
}: Candidate): ToldLine[] => [
  {
    text: `- [${type}${originOf(project)}] ${shortened(title, TITLE_MAX)} (${shortRef(ref)}, ${date})`,
    memory: ref,
  },
  ...(about === undefined ? [] : [{ text: `  About ${neutralLine(about)}` }]),
  ...(note === undefined ? [] : [{ text: `  ${neutralLine(note)}` }]),
  ...alike.map((one) => ({ text: `  Much the same: ${neutralLine(one)}` })),
  ...(code === undefined || code === 'current' ? [] : [codeLine(code)]),
  ...(passage === '' ? [] : [{ text: `  ${shortened(passage, PASSAGE_MAX)}` }]),
];

function originOf(project: string | undefined): string {
  if (project === undefined) return '';
  return project === UNKNOWN ? ', project unknown' : `, of ${neutralLine(project)}`;
}

const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1)}…`;
