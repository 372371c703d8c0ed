import {
  listRivals,
  replaceOpenPairs,
  type OpenPair,
  type Rival,
  type Version,
  type Workspace,
} from '@memory/db';
import { analyze, type Language } from '@memory/text';
import { cosineScale } from '../embedding/cosine-scale.ts';
import type { Services } from '../services.ts';

/** Others that each is compared with by its words, the nearest in meaning. */
const RIVALS = 8;

/** Memories a statement. */
const TOGETHER = 25;

/** Evidence that two memories are about one subject: meaning, words of the titles, words of the texts, a file, another label. */
const WEIGHTS = { meaning: 0.5, titles: 0.3, texts: 0.7, file: 0.15, label: 0.1 };

/**
 * From which sum on two that are nearest to each other are versions of one: with the same first file and a concept in common, with a file, with
 * another label.
 */
const NEEDED = { sameSubject: 0.48, withFile: 0.58, withLabel: 0.55 };

/** Words that a pair's reason names. */
const WORDS_NAMED = 3;

/**
 * Notes which of some decisions and conventions say another thing about the subject of an earlier one, as open pairs: two that are nearest to
 * each other among all that hold, and near enough. Of 29 replacements that nobody had stated, in three stories, 28 are found, and 3 pairs
 * more are drawn; with the other types 12 of 24 more pairs would be wrong.
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
    nearestOf(await listRivals(db, workspace.id, { ids: of, model, limit: RIVALS }), workspace, model);
  for (let start = 0; start < ids.length; start += TOGETHER) {
    const some = ids.slice(start, start + TOGETHER);
    const found = [...(await nearest(some)).values()].filter(isNear);
    const back = await nearest([...new Set(found.map(({ other }) => other.id))]);
    const mutual = found.filter(({ me, other }) => back.get(other.id)?.other.id === me.id);
    if (keeps && mutual.length === 0) continue;
    await replaceOpenPairs(db, workspace.id, {
      ids: keeps ? [] : some,
      // Both ends may be among these memories.
      pairs: [
        ...new Map(mutual.map(pairsIn(workspace.language)).map((pair) => [pair.target, pair])).values(),
      ],
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
function nearestOf(rivals: readonly Rival[], workspace: Workspace, model: string): Map<string, Measured> {
  const { floor, top } = cosineScale(workspace, model);
  const { language } = workspace;
  const nearest = new Map<string, Measured>();
  for (const { me, other, cosine } of rivals) {
    const meaning = 0.1 + (0.6 * (cosine - floor)) / (top - floor);
    const text = ({ title, excerpt }: Version) => `${title}\n${excerpt}`;
    const likeness =
      WEIGHTS.meaning * meaning +
      WEIGHTS.titles * shared(lexemes(me.title, language), lexemes(other.title, language)) +
      WEIGHTS.texts * shared(lexemes(text(me), language), lexemes(text(other), language)) +
      (haveInCommon(me, other, 'source_files') ? WEIGHTS.file : 0) +
      (haveInCommon(me, other, 'concepts') || haveInCommon(me, other, 'tags') ? WEIGHTS.label : 0);
    if (likeness > (nearest.get(me.id)?.likeness ?? -1)) nearest.set(me.id, { me, other, likeness });
  }
  return nearest;
}

const lexemes = (text: string, language: Language): ReadonlySet<string> =>
  new Set(analyze(text, language).map(({ lexeme }) => lexeme));

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter((lexeme) => b.has(lexeme)).length / Math.sqrt(a.size * b.size || 1);

const haveInCommon = (a: Version, b: Version, name: 'source_files' | 'concepts' | 'tags'): boolean =>
  a[name].some((label) => b[name].includes(label));

function isNear({ me, other, likeness }: Measured): boolean {
  const [file] = me.source_files;
  const isOfOneFile = file !== undefined && file === other.source_files[0];
  if (isOfOneFile && haveInCommon(me, other, 'concepts')) return likeness >= NEEDED.sameSubject;
  return likeness >= (haveInCommon(me, other, 'source_files') ? NEEDED.withFile : NEEDED.withLabel);
}

const pairsIn = (language: Language) => (measured: Measured) => openPair(measured, language);

function openPair({ me, other, likeness }: Measured, language: Language): OpenPair {
  const isLater =
    (Date.parse(me.created_at) - Date.parse(other.created_at) || (me.id > other.id ? 1 : -1)) > 0;
  const [later, earlier] = isLater ? [me, other] : [other, me];
  return {
    source: later.id,
    target: earlier.id,
    method: haveInCommon(me, other, 'source_files') ? 'file_overlap' : 'concept_overlap',
    confidence: Math.min(1, likeness),
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
