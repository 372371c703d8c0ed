import { type MemoryIdForm, shortRef } from '@memory/contracts';
import { INDENT, write, say } from '../command/print.ts';
import { fails, type FailPolicy } from './fail-policy.ts';
import { describeOthers, type LoadedMemories } from './load-memories.ts';
import { NOTE_KINDS, type Note, type NoteKind } from './note.ts';

export const CHECK_FORMATS = ['text', 'json', 'sarif', 'markdown'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

export interface Described {
  notes: readonly Note[];
  /** Notes that are not shown. */
  more: number;
  from: string;
  form: MemoryIdForm;
  /** Kinds of notes that the place of the memories cannot tell. */
  omits: readonly string[];
  others: LoadedMemories['others'];
  range: string;
  policy: FailPolicy;
}

const WORDS: Record<NoteKind, string> = {
  gone: 'What a memory speaks of is gone.',
  changed: 'What a memory speaks of has changed.',
  caller: 'What a decision speaks of calls what has changed.',
  convention: 'A convention holds for a file of this change.',
  file: 'A decision is about a file of this change.',
  contradiction: 'A contradiction is left open.',
  reference: 'A document names what is gone.',
};

export function printNotes(format: CheckFormat, described: Described): void {
  switch (format) {
    case 'json':
      return say(JSON.stringify(asJson(described)));
    case 'sarif':
      return say(JSON.stringify(asSarif(described)));
    case 'markdown':
      return say(asMarkdown(described));
    default:
      return writeNotes(described);
  }
}

/** As the service addresses it. */
const identifier = ({ memory }: Note, { form }: Described): string | undefined =>
  memory && (form === 'A' ? memory.id : (memory.memory_id ?? memory.id));
const day = ({ memory }: Note): string => memory?.created_at.slice(0, 10) ?? '';
const place = ({ path, line }: Note): string => (line > 1 ? `${path}:${line}` : path);

/** So that nobody takes for looked at what was not. */
const untold = ({ notes, from, omits, others }: Described): string[] => [
  ...(notes.length === 0 ? describeOthers(others) : []),
  ...(omits.length > 0 ? [`Not told by ${from}: ${omits.join(', ')}.`] : []),
];

function writeNotes(described: Described): void {
  const { notes, more, from, range, policy } = described;
  if (notes.length === 0) write(`Nothing remembered (${from}) is touched by ${range}.`);
  for (const [index, note] of notes.entries()) {
    if (index > 0) write('');
    const mark = fails(note, policy) ? 'FAIL ' : '';
    write(`${mark}[${note.type}] ${note.memory?.title ?? `${place(note)} ${note.reason}`}`, {
      style: 'bold',
    });
    if (!note.memory) continue;
    write(note.reason, { indent: INDENT, style: 'yellow' });
    const id = identifier(note, described);
    const facts = [day(note), note.branch, id && shortRef(id)].filter(Boolean);
    if (facts.length > 0) write(facts.join(' · '), { indent: INDENT, style: 'dim' });
  }
  if (more > 0) write(`\n${more} more of less weight; --max shows them.`);
  for (const line of untold(described)) write(`\n${line}`);
}

const marked = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>|]/gu, String.raw`\$&`).replaceAll('\n', ' ');

function asMarkdown(described: Described): string {
  const { notes, more, policy } = described;
  const end = untold(described).flatMap((line) => ['', marked(line)]);
  if (notes.length === 0) return ['Nothing that is remembered is touched by this change.', ...end].join('\n');
  const rows = notes.map((note) => {
    const what = note.memory
      ? `**${marked(note.memory.title)}** (${marked([note.type, day(note), note.branch].filter(Boolean).join(', '))})`
      : `\`${place(note)}\``;
    return `- ${fails(note, policy) ? '❗ ' : ''}${what}: ${marked(note.reason)}`;
  });
  return [
    'What is remembered of the code that this changes:',
    '',
    ...rows,
    ...(more > 0 ? ['', `${more} more.`] : []),
    ...end,
  ].join('\n');
}

const asJson = ({ notes, more, from, omits, range, policy }: Described) => ({
  from,
  omits,
  range,
  notes: notes.map((note) => ({
    kind: note.kind,
    type: note.type,
    reason: note.reason,
    path: note.path,
    line: note.line,
    weight: Math.round(note.weight * 100) / 100,
    fails: fails(note, policy),
    ...(note.memory
      ? {
          memory: {
            id: note.memory.id,
            memory_id: note.memory.memory_id,
            title: note.memory.title,
            created_at: note.memory.created_at,
            branch: note.branch ?? null,
          },
        }
      : {}),
  })),
  more,
});

const asSarif = ({ notes, policy }: Described) => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'workspace-memory',
          rules: NOTE_KINDS.map((kind) => ({
            id: `memory-${kind}`,
            shortDescription: { text: WORDS[kind] },
          })),
        },
      },
      results: notes.map((note) => ({
        ruleId: `memory-${note.kind}`,
        level: fails(note, policy) ? 'error' : note.weight >= 0.7 ? 'warning' : 'note',
        message: {
          text: note.memory
            ? `${note.memory.title}: ${note.reason}${note.branch === undefined ? '' : ` (${note.branch})`}`
            : note.reason,
        },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: encodeURI(note.path) },
              region: { startLine: note.line },
            },
          },
        ],
        partialFingerprints: { memory: note.memory?.id ?? `${note.path}:${note.reason}` },
      })),
    },
  ],
});
