import { MEMORY_TYPES } from '@memory/contracts';
import { NOTE_KINDS, type Note, type NoteKind } from './note.ts';

export type FailPolicy = ReadonlyMap<string, ReadonlySet<NoteKind>>;

const TYPES = [...MEMORY_TYPES, 'document', 'any'];
const USUAL: readonly NoteKind[] = ['gone', 'changed', 'convention', 'reference'];

/** Reads `decision`, `convention=changed,gone`, `document`, `any=gone`. @throws for what is none of these */
export function failPolicy(given: readonly string[]): FailPolicy {
  const policy = new Map<string, ReadonlySet<NoteKind>>();
  for (const one of given) {
    const [type = '', kinds] = one.split('=', 2);
    if (!TYPES.includes(type)) throw new Error(`--fail-on takes a type (${TYPES.join(', ')}), not ${type}.`);
    const named = kinds === undefined ? USUAL : kinds.split(',').map(noteKind);
    policy.set(type, new Set([...(policy.get(type) ?? []), ...named]));
  }
  return policy;
}

function noteKind(given: string): NoteKind {
  const kind = NOTE_KINDS.find((one) => one === given);
  if (!kind) throw new Error(`${given} is no kind of note: ${NOTE_KINDS.join(', ')}.`);
  return kind;
}

export const fails = ({ type, kind }: Note, policy: FailPolicy): boolean =>
  [type, 'any'].some((one) => policy.get(one)?.has(kind) === true);
