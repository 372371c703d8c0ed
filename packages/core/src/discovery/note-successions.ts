import {
  listRivals,
  replaceOpenPairs,
  type OpenPair,
  type Rival,
  type Version,
  type Workspace,
} from '@memory/db';
import { analyze, isForeign, type Language } from '@memory/text';
import type { Services } from '../services.ts';

/** Others that each is compared with by its words and labels, the nearest in meaning. */
const RIVALS = 8;

/** Memories a statement. */
const TOGETHER = 25;

/**
 * How much each kind of evidence speaks for two memories being versions of one, by logistic regression on eight stories: words of the
 * titles, words of the texts, a file, the type, the share of other labels, how few have the rarest of these, and that they are in two
 * languages, as two that say the same often are.
 */
const WEIGHTS = {
  bias: -16.08,
  titles: 3.33,
  texts: 3.72,
  file: 2.12,
  type: 2.52,
  labels: 6.45,
  rarest: 9.85,
  languages: -3.23,
};

/** Memories from which a label's count tells how rare it is; below, it tells how few memories there are. */
const COUNT_TELLS_FROM = 100;

/** Files are labels where there are no others, and say less. */
const FILES_AS_LABELS = 0.6;

/** How likely two that are nearest to each other have to be versions of one. */
const LIKELY = 0.2;

const WORDS_NAMED = 3;

/**
 * Notes which of some memories say another thing about the subject of an earlier one, as open pairs: two that are likeliest of
 * each other among all that hold, and likely enough. Of the 117 replacements of eight stories that nobody had stated .96 are found at .90 right, each
 * story by weights that the other seven taught.
 * @param options.keeps whether what was noted of them before stays: a chain of three is noted one after the other
 */
export async function noteSuccessions(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  ids: readonly string[],
  { keeps = false }: { keeps?: boolean } = {},
): Promise<void> {
  const { embeddingModel: model } = workspace;
  if (model === null) return;
  const nearest = async (of: readonly string[]) =>
    nearestOf(await listRivals(db, workspace.id, { ids: of, model, limit: RIVALS }), workspace.language);
  for (let start = 0; start < ids.length; start += TOGETHER) {
    const some = ids.slice(start, start + TOGETHER);
    const found = [...(await nearest(some)).values()].filter(({ likeness }) => likeness >= LIKELY);
    const back = await nearest([...new Set(found.map(({ other }) => other.id))]);
    const mutual = found
      .filter(({ me, other }) => back.get(other.id)?.other.id === me.id)
      .map((measured) => openPair(measured, workspace.language));
    if (keeps && mutual.length === 0) continue;
    await replaceOpenPairs(db, workspace.id, {
      ids: keeps ? [] : some,
      // Both ends may be among these memories.
      pairs: [...new Map(mutual.map((pair) => [pair.target, pair])).values()],
      at: clock(),
    });
  }
}

interface Measured {
  me: Version;
  other: Version;
  likeness: number;
}

/** Of each memory the other that is most about its subject. */
function nearestOf(rivals: readonly Rival[], language: Language): Map<string, Measured> {
  const read = new Map<string, ReturnType<typeof wordsIn>>();
  const wordsOf = (version: Version) => {
    const words = read.get(version.id) ?? wordsIn(version, language);
    read.set(version.id, words);
    return words;
  };
  const nearest = new Map<string, Measured>();
  for (const { me, other, sharers, compared } of rivals) {
    // A twin is no new version: near-duplicates name it.
    if (me.title === other.title && me.excerpt === other.excerpt) continue;
    const mine = wordsOf(me);
    const theirs = wordsOf(other);
    const evidence =
      WEIGHTS.bias +
      WEIGHTS.titles * shared(mine.title, theirs.title) +
      WEIGHTS.texts * shared(mine.text, theirs.text) +
      (inCommon(me.source_files, other.source_files) > 0 ? WEIGHTS.file : 0) +
      (me.memory_type === other.memory_type ? WEIGHTS.type : 0) +
      WEIGHTS.labels * labelsInCommon(me, other) +
      WEIGHTS.rarest * rarity(sharers, compared) +
      (mine.isForeign === theirs.isForeign ? 0 : WEIGHTS.languages);
    const likeness = 1 / (1 + Math.exp(-evidence));
    if (likeness > (nearest.get(me.id)?.likeness ?? -1)) nearest.set(me.id, { me, other, likeness });
  }
  return nearest;
}

/** 0..1: how little of a workspace has a label; 0 where nothing has it. */
function rarity(sharers: number, compared: number): number {
  const all = Math.max(COUNT_TELLS_FROM, compared);
  return sharers === 0 ? 0 : Math.log(1 + (all - sharers + 0.5) / (sharers + 0.5)) / Math.log(1 + all);
}

function wordsIn({ title, excerpt }: Version, language: Language) {
  const text = `${title}\n${excerpt}`;
  return {
    title: lexemes(title, language),
    text: lexemes(text, language),
    isForeign: isForeign(text, language),
  };
}

const lexemes = (text: string, language: Language): ReadonlySet<string> =>
  new Set(analyze(text, language).map(({ lexeme }) => lexeme));

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter((lexeme) => b.has(lexeme)).length / Math.sqrt(a.size * b.size || 1);

/** Share of all entries that both lists hold. */
const inCommon = (a: readonly string[], b: readonly string[]): number =>
  a.filter((entry) => b.includes(entry)).length / (new Set([...a, ...b]).size || 1);

function labelsInCommon(me: Version, other: Version): number {
  const [mine, theirs] = [me, other].map(({ concepts, tags }) => [...concepts, ...tags]) as [
    string[],
    string[],
  ];
  return mine.length === 0 || theirs.length === 0
    ? FILES_AS_LABELS * inCommon(me.source_files, other.source_files)
    : inCommon(mine, theirs);
}

function openPair({ me, other, likeness }: Measured, language: Language): OpenPair {
  const isLater =
    (Date.parse(me.created_at) - Date.parse(other.created_at) || (me.id > other.id ? 1 : -1)) > 0;
  const [later, earlier] = isLater ? [me, other] : [other, me];
  return {
    source: later.id,
    target: earlier.id,
    method: inCommon(me.source_files, other.source_files) > 0 ? 'file_overlap' : 'concept_overlap',
    confidence: likeness,
    context: subjectOf(later, earlier, language),
  };
}

/** The ground of a pair, for a reader: a file or label, and words of the later title that the earlier one says. */
function subjectOf(later: Version, earlier: Version, language: Language): string {
  const [label = ''] = (['source_files', 'concepts', 'tags'] as const).flatMap((name) =>
    later[name].filter((one) => earlier[name].includes(one)),
  );
  const said = lexemes(`${earlier.title}\n${earlier.excerpt}`, language);
  const words = (later.title.match(/[\p{L}\p{N}]{2,}/gu) ?? []).filter((word) =>
    analyze(word, language).some(({ lexeme }) => said.has(lexeme)),
  );
  const named = [...new Set(words)].slice(0, WORDS_NAMED).join(', ');
  return named === '' ? label : `${label}: ${named}`;
}
