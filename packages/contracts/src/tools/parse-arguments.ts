import type { ValidationIssue } from '../errors.ts';
import { toValidationIssues } from '../http/validation.ts';
import type { MemoryIdForm } from '../vocabulary.ts';
import { type ToolRow, toolInput } from './tool-door.ts';

export type ParsedArguments =
  | { input: Record<string, unknown>; issues?: never }
  | { input?: never; issues: ValidationIssue[] };

/** Names of one thing: what a tool calls it and what the REST interface does. Either is taken where one of them is. */
const NAMES: readonly (readonly [string, string])[] = [
  ['content', 'narrative'],
  ['files', 'source_files'],
  ['importance', 'importance_score'],
  ['confidence', 'confidence_score'],
  ['id', 'memory_id'],
  ['memory_type', 'type'],
  // As answers name them.
  ['project_name', 'project'],
  ['branch_name', 'branch'],
];

/** Taken by every tool: whoever serves the call looks at it before the tool does. */
const OF_EVERY_TOOL = 'workspace_id';

const NAME_SHOWN = 60;

/** The arguments of a call as the tool reads them, or all that is wrong with them; what does not exist is refused by name. */
export function parseToolArguments(row: ToolRow, form: MemoryIdForm, given: unknown): ParsedArguments {
  const schema = toolInput(row, form);
  const names = Object.keys(schema.shape);
  const issues: ValidationIssue[] = [];
  const known: Record<string, unknown> = {};
  for (const [sent, value] of Object.entries(given ?? {})) {
    // Some clients send null for what they leave out.
    if (value === null) continue;
    const name = names.includes(sent) ? sent : (otherNameOf(sent, names) ?? sent);
    if (name in known)
      issues.push(
        refusal(
          sent,
          `the same parameter as ${otherNameOf(sent, Object.keys(given ?? {})) ?? name}; send one of them`,
        ),
      );
    // A client may fill a tool without parameters with one of its own.
    else if (names.length > 0 && !names.includes(name) && name !== OF_EVERY_TOOL)
      issues.push(refusal(sent, notOne(sent, names)));
    else known[name] = value;
  }
  const parsed = schema.safeParse(known, { reportInput: true });
  if (!parsed.success) issues.push(...toValidationIssues('body', parsed.error.issues));
  return parsed.success && issues.length === 0 ? { input: parsed.data } : { issues };
}

const refusal = (name: string, msg: string): ValidationIssue => ({
  loc: ['body', name.slice(0, NAME_SHOWN)],
  msg,
  type: 'value_error',
});

function otherNameOf(sent: string, names: readonly string[]): string | undefined {
  const pair = NAMES.find(([ours, theirs]) => ours === sent || theirs === sent);
  return pair?.find((name) => name !== sent && names.includes(name));
}

function notOne(sent: string, names: readonly string[]): string {
  const nearest = nearestParameter(sent.slice(0, NAME_SHOWN), names);
  return nearest === undefined
    ? `no such parameter; there are ${names.join(', ')}`
    : `no such parameter; the nearest is ${nearest}`;
}

/** Others' names for a parameter, by those of the tools here: the first of them that the tool has is meant. */
const MEANINGS: readonly (readonly [ours: string, theirs: string])[] = [
  [
    'limit max_memories max_nodes seed_limit',
    'max_results results num_results top_k topk k n count size max max_items max_count page_size per_page first take top amount number',
  ],
  ['offset from', 'skip page cursor start start_at after start_index next'],
  [
    'query q symbol_name task',
    'question text search search_query keyword keywords prompt phrase question_text input',
  ],
  ['content', 'body text description message note details value data memory markdown'],
  ['title', 'name subject heading headline'],
  ['tags tag_prefixes', 'labels label topics topic categories keywords'],
  [
    'file_path file_paths files file_pattern batch_file_path',
    'path paths filename filenames file_name filepath glob pattern source_file document url uri',
  ],
  [
    'memory_type memory_types symbol_type document_type relationship_type kind',
    'type types kind category class',
  ],
  [
    'id symbol_id document_id session_id source_id',
    'uuid ref memory_ref memory key identifier symbol node document doc_id session conversation_id thread_id',
  ],
  ['min_score', 'threshold score min_relevance relevance min_similarity similarity cutoff score_threshold'],
  ['min_importance importance', 'priority weight min_priority'],
  ['min_confidence min_edge_confidence confidence', 'certainty min_weight'],
  ['days', 'since period window hours weeks from_date start_date date_range'],
  ['useful', 'helpful vote rating rate score good positive'],
  ['context', 'reason why comment explanation note'],
  ['summary', 'description abstract notes closing_words'],
  ['supersedes', 'replaces replace replaced supersede old_id'],
  ['retract', 'undo revert remove delete cancel'],
  ['source_id from', 'from_id source src subject start'],
  ['target_id to', 'to_id target dst destination object end'],
  ['relationship_type relationship_types', 'relation relations relationship edge_type edge_types edges'],
  ['terms', 'words synonyms word term group'],
  ['project_path project_name repository origin', 'cwd directory folder repo workspace_path root project'],
  ['branch_name', 'git_branch ref head'],
  ['search_profile', 'profile mode exact strategy'],
  ['include_related', 'related with_related expand'],
  ['documents', 'docs items files pages'],
  ['verdict', 'decision resolution outcome winner holds'],
  ['state', 'status filter open'],
];

/** Below it names have a few letters in common, and nothing else. */
const LIKENESS_MIN = 0.4;

/** The parameter that was meant by a name that does not exist: by its meaning, else by its letters; undefined when neither tells. */
function nearestParameter(sent: string, names: readonly string[]): string | undefined {
  const said = sent
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll('-', '_');
  const [closest] = names
    .map((name) => ({ name, likeness: likeness(said, name) }))
    .toSorted((a, b) => b.likeness - a.likeness);
  if (closest && closest.likeness >= 2 * LIKENESS_MIN) return closest.name;
  for (const [ours, theirs] of MEANINGS) {
    const meant = ours.split(' ').find((name) => names.includes(name));
    if (meant !== undefined && theirs.split(' ').includes(said)) return meant;
  }
  return closest && closest.likeness >= LIKENESS_MIN ? closest.name : undefined;
}

/** Dice's coefficient of the pairs of neighbouring letters, 0..1. */
function likeness(a: string, b: string): number {
  const [ours, theirs] = [a, b].map((word) =>
    Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2)),
  ) as [string[], string[]];
  const shared = ours.filter((pair) => theirs.includes(pair)).length;
  return (2 * shared) / (ours.length + theirs.length || 1);
}
