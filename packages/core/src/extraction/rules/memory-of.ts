import { LIMITS, normalizeFilePath } from '@memory/contracts';
import { declaredIn } from '@memory/text/declared-names';
import type { ExtractedMemory, ExtractedMemoryType, Fact } from '../extracted-memory.ts';
import type { Turn } from './turns.ts';
import { keysIn } from './wording.ts';

const FILES_MAX = 20;
const NAMES_MAX = 8;

// Values whose sums are exact, so that no answer shows 0.7999…; all below the 0.7 of what is stored on purpose.
const EXPLICIT_BONUS = 0.125;
const importance: Record<ExtractedMemoryType, number> = {
  decision: 0.5,
  incident: 0.5,
  convention: 0.5,
  architecture: 0.4375,
  pattern: 0.4375,
  discovery: 0.375,
  general: 0.25,
};

/** A fact within the limits of a stored memory. @param clean what of its words may be kept */
export function memoryOf(
  { type, title, paragraphs, files, cites, isExplicit, speaker, turn: prompt }: Fact,
  turns: readonly Turn[],
  clean: (text: string) => string,
): ExtractedMemory {
  const edits = turns.find((turn) => turn.number === prompt)?.edits ?? [];
  const own = edits.filter((edit) => edit.files.some((file) => files.includes(file)));
  const paths = files
    .map(normalizeFilePath)
    .filter((path) => path !== '' && Buffer.byteLength(path) <= LIMITS.filePathBytes);
  const source_files = [...new Set(paths)].slice(0, FILES_MAX);
  const narrative = clean(paragraphs.join('\n\n'));
  return {
    title: clean(title),
    narrative: narrative === '' ? clean(title) : narrative,
    memory_type: type,
    tags: tagsOf(source_files),
    concepts: [...new Set([...conceptsIn(narrative), ...own.flatMap(symbolsIn)])].slice(0, NAMES_MAX),
    source_files,
    importance_score: importance[type] + (isExplicit ? EXPLICIT_BONUS : 0),
    confidence_score: isExplicit ? 0.8 : 0.65,
    speaker,
    prompt,
    cites: [...cites],
  };
}

const NAME =
  /`([^`\s]{3,60})`|\b([a-z]+(?:[A-Z][a-z\d]+)+|[A-Z][a-z\d]+(?:[A-Z][a-z\d]+)+|[a-z]+(?:_[a-z\d]+)+|[A-Z]{3,12})\b/g;
const ORDINARY = new Set(['AND', 'NOT', 'THE', 'TODO']);

/** Names of code and abbreviations that a text uses, in their order. */
const conceptsIn = (text: string): string[] =>
  [...text.matchAll(NAME)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((name) => name.length <= 60 && !ORDINARY.has(name));

/** A variable of a few lines says nothing of what they are about: a constant has capitals, a line or a keyword before it. */
const LOCAL = /^(?:const|let|var|val) [\p{Ll}$]+\b/u;

/** Names that the lines of an edit declare, or set. */
const symbolsIn = ({ added, removed, values }: Turn['edits'][number]): string[] => [
  ...values.map(({ name }) => name).filter((name) => /[\p{Lu}_]/u.test(name)),
  ...[...added, ...removed]
    .filter((line) => !LOCAL.test(line))
    .flatMap(declaredIn)
    .filter((name) => name.length > 2 && name.length <= 60 && keysIn(name).size > 0),
];

/** The folders that hold the files, without the ones every tree has, at most 4. */
function tagsOf(files: readonly string[]): string[] {
  const folders = files.map((file) => normalizeFilePath(file).split('/').slice(0, -1));
  const names = folders.flatMap((path) =>
    path.filter((name) => !/^(?:src|lib|packages|\.+|)$/.test(name)).slice(-2),
  );
  return [...new Set(names.map((name) => name.slice(0, 60)))].slice(0, 4);
}
