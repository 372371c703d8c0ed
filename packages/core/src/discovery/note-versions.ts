import {
  listRivals,
  REPLACEABLE_TYPES,
  replaceVersions,
  type Rival,
  type Version,
  type VersionPair,
  type Workspace,
} from '@memory/db';
import { analyze, isForeign, type Language } from '@memory/text';
import { withoutEnd } from '@memory/text/without-end';
import type { Services } from '../services.ts';

/** Others that each is compared with by its words and labels, the nearest in meaning. */
const RIVALS = 8;

/** Memories a statement, each of which is compared with 500. */
const TOGETHER = 10;

/**
 * How much each kind of evidence speaks for one of two memories replacing the other, and for both saying the same, by multinomial regression
 * on ten stories: words of the texts in common, a file, the share of labels, how few have the rarest of these, two languages, two
 * decisions, by how much they are nearer to each other than to any third, and that both deny something.
 */
const WEIGHTS = {
  texts: [5.81, 8.66],
  file: [1, 2],
  labels: [5.64, 1.88],
  rarest: [5.66, -2.27],
  languages: [-0.83, 3.74],
  decisions: [3.15, 0.17],
  margin: [8.95, 12],
  denials: [-2.06, 1.04],
} as const;
const BIAS = [-11.52, -5.55] as const;

/** More of these tells no more: one that nothing else is near to is near to anything; and nearly the same words say another thing. */
const MOST = { texts: 0.6, margin: 0.3 };

type Evidence = Record<keyof typeof WEIGHTS, number>;

/** Memories from which a label's count tells how rare it is; below, it tells how few memories there are. */
const COUNT_TELLS_FROM = 100;

/** Files are labels where there are no others, and say less. */
const FILES_AS_LABELS = 0.6;

/** Of two of one language, where a file alone joins them or one would replace the other: a file, or the label of a folder, has many subjects. */
const WORDS_LEAST = 0.15;

/** How likely two that are nearest to each other have to be a replacement, or twins. */
const LIKELY = { replaced: 0.2, twin: 0.4 };

const WORDS_NAMED = 3;

const DENIAL =
  /\b(?:no|not|never|cannot|nicht|nie|kein\w{0,2}|pas|jamais|sans|nunca|sin|ningun\w?)\b|n['’]t\b/iu;

/**
 * Notes which of some memories say another thing about the subject of an earlier one, as open pairs, and which say the same in other words: two
 * that are likeliest of each other among all that hold, and likely enough. Of the 157 replacements of ten stories that nobody had stated .91 are
 * found at .90 right, of 64 twins .75 at .84, each story by weights that the others taught.
 * @param options.keeps whether what was noted of them before stays: a chain of three is noted one after the other
 */
export async function noteVersions(
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
    const found = [...(await nearest(some)).values()].filter(({ related }) => related >= LIKELY.replaced);
    const back = await nearest([...new Set(found.map(({ other }) => other.id))]);
    const mutual = found.flatMap((measured) => {
      const { other, evidence } = back.get(measured.other.id) ?? {};
      return other?.id === measured.me.id && evidence
        ? pairOf(measured, Math.min(measured.evidence.margin, evidence.margin), workspace.language)
        : [];
    });
    if (keeps && mutual.length === 0) continue;
    await replaceVersions(db, workspace.id, {
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
  evidence: Evidence;
  /** How likely they are either. */
  related: number;
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
  for (const [id, others] of Map.groupBy(rivals, ({ me }) => me.id)) {
    for (const { me, other, sharers, compared, cosine } of others) {
      // The same text is no new version: near-duplicates name it.
      if (me.title === other.title && me.excerpt === other.excerpt) continue;
      const mine = wordsOf(me);
      const theirs = wordsOf(other);
      const words = shared(mine.text, theirs.text);
      const isFar = words < WORDS_LEAST;
      if (areApart(mine, theirs) || (isFar && !areLabelled(me, other))) continue;
      const next = others.find((one) => one.other !== other)?.cosine ?? 0;
      const evidence = {
        texts: Math.min(MOST.texts, words),
        file: Number(inCommon(me.source_files, other.source_files) > 0),
        labels: labelsInCommon(me, other),
        rarest: rarity(sharers, compared),
        languages: Number(mine.isForeign !== theirs.isForeign),
        decisions: Number(me.memory_type === 'decision' && other.memory_type === 'decision'),
        margin: Math.min(MOST.margin, cosine - next),
        denials: Number(mine.denies && theirs.denies),
      };
      const { replaced, twin } = likelihoods(evidence);
      if (isFar && replaced > twin && evidence.languages === 0) continue;
      const related = replaced + twin;
      if (related > (nearest.get(id)?.related ?? -1)) nearest.set(id, { me, other, evidence, related });
    }
  }
  return nearest;
}

function likelihoods(evidence: Evidence): { replaced: number; twin: number } {
  const names = Object.keys(WEIGHTS) as (keyof Evidence)[];
  const odds = (kind: 0 | 1) =>
    Math.exp(names.reduce<number>((sum, name) => sum + WEIGHTS[name][kind] * evidence[name], BIAS[kind]));
  const [replaced, twin] = [odds(0), odds(1)];
  const all = 1 + replaced + twin;
  return { replaced: replaced / all, twin: twin / all };
}

/** 0..1: how little of a workspace has a label; 0 where nothing has it. */
function rarity(sharers: number, compared: number): number {
  const all = Math.max(COUNT_TELLS_FROM, compared);
  return sharers === 0 ? 0 : Math.log(1 + (all - sharers + 0.5) / (sharers + 0.5)) / Math.log(1 + all);
}

function wordsIn({ title, excerpt }: Version, language: Language) {
  const text = `${title}\n${excerpt}`;
  return {
    text: lexemes(text, language),
    isForeign: isForeign(text, language),
    denies: DENIAL.test(text),
    subjects: new Set([...valuesIn(text).keys(), ...(text.match(CONSTANT) ?? []).map(plain)]),
    names: new Set(text.match(/\w+/gu)?.map(plain)),
  };
}

/** The last value of each name that one follows: `LeaseSeconds = 90`, `Plan.Team stays at 10`, `defaultCurrency` is EUR, REGION is "eu". */
export const valuesIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(VALUED)].flatMap(([told, before = '', name = '', value = '']) =>
      // `delta.py: 3` is a file.
      (before !== '' && !told.includes(':')) || NAME.test(name)
        ? [[plain(name), withoutEnd(value, '.,:')]]
        : [],
    ),
  );

const VALUED =
  /(?<=(\w\.|\w::|))\b(\w{2,60})\b`?(?::| ?:?=)? ?(?:(?:is|are|stays?|must|be|now|at|back|again|to|ist|bleibt|bei|jetzt|wieder|zurück|auf) ){0,3}(?=[\d"'`[]|(?:true|false|[A-Z]{2,})\b|\w{1,60}[-(]\w)(?=["'`[]{0,3}([\w.,:/-]{0,60}))/gu;
/** Words of prose have no such form. */
const NAME = /^(?:[A-Za-z]+\d*_\w+|[A-Z]?[a-z\d]+[A-Z]\w*|[A-Z]{5,})$/u;
/** Such a name wherever it stands; in capitals, shorter words are acronyms. */
const CONSTANT = /\b(?:[A-Z][A-Z\d]*_[A-Z\d_]+|[A-Z]{8,})\b/gu;

const plain = (name: string) => name.replaceAll('_', '').toLowerCase();

/** Memories that give values to different names, though of one file, are about different things. */
const areApart = (a: ReturnType<typeof wordsIn>, b: ReturnType<typeof wordsIn>): boolean =>
  a.subjects.size > 0 &&
  b.subjects.size > 0 &&
  !isNamed(a.subjects, b.names) &&
  !isNamed(b.subjects, a.names);

const isNamed = (some: ReadonlySet<string>, names: ReadonlySet<string>): boolean =>
  [...some].some((name) => names.has(name));

const lexemes = (text: string, language: Language): ReadonlySet<string> =>
  new Set(analyze(text, language).map(({ lexeme }) => lexeme));

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter((lexeme) => b.has(lexeme)).length / Math.sqrt(a.size * b.size || 1);

/** Share of all entries that both lists hold. */
const inCommon = (a: readonly string[], b: readonly string[]): number =>
  a.filter((entry) => b.includes(entry)).length / (new Set([...a, ...b]).size || 1);

const labelsOf = ({ concepts, tags }: Version) => [...new Set([...concepts, ...tags])];

const areLabelled = (me: Version, other: Version): boolean =>
  labelsOf(me).length > 0 && labelsOf(other).length > 0;

const labelsInCommon = (me: Version, other: Version): number =>
  areLabelled(me, other)
    ? inCommon(labelsOf(me), labelsOf(other))
    : FILES_AS_LABELS * inCommon(me.source_files, other.source_files);

/** None where neither is likely enough. An incident replaces nothing. */
function pairOf({ me, other, evidence }: Measured, margin: number, language: Language): VersionPair[] {
  const { replaced, twin } = likelihoods({ ...evidence, margin });
  const isTwin = twin > replaced && evidence.texts < MOST.texts;
  const canReplace = [me, other].every(({ memory_type }) => REPLACEABLE_TYPES.includes(memory_type));
  if (isTwin ? twin < LIKELY.twin : replaced < LIKELY.replaced || !canReplace) return [];
  const isLater =
    (Date.parse(me.created_at) - Date.parse(other.created_at) || (me.id > other.id ? 1 : -1)) > 0;
  const [later, earlier] = isLater ? [me, other] : [other, me];
  return [
    {
      source: later.id,
      target: earlier.id,
      type: isTwin ? 'similar_to' : 'contradicts',
      method: evidence.file > 0 ? 'file_overlap' : 'concept_overlap',
      confidence: isTwin ? twin : replaced,
      context: subjectOf(later, earlier, language),
    },
  ];
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
