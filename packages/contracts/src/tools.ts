import type { Profile } from './profiles.ts';
import { READS, type ToolDoor, type ToolRow, type ToolTransport } from './tools/tool-door.ts';
import type { Verb } from './verb.ts';
import { nouns, type AllVerbs } from './verbs.ts';

export { IMPACT_KINDS } from './code/verbs.ts';
export {
  instructionsFor,
  type ToolRow,
  type ToolTransport,
  memoryParameter,
  toolInput,
  toolJsonSchemas,
} from './tools/tool-door.ts';
export { narrativeOf, type SearchProfile } from './memories/verbs.ts';
export type { MemoryRow, SymbolRow, TitleRow } from './tools/shapes.ts';
export { parseToolArguments } from './tools/parse-arguments.ts';

/** The tools that the specification names, in the order in which they are listed. All others are additional (decision 47). */
const SPECIFIED = [
  'memory_search',
  'memory_get_detail',
  'memory_get_timeline',
  'memory_get_index',
  'memory_get_related',
  'memory_by_file',
  'memory_store',
  'memory_rate',
  'memory_explore',
  'workspace_insight',
  'session_start',
  'session_end',
  'session_get_context',
  'document_ingest',
  'document_ingest_batch',
  'document_ingest_file',
  'document_ingest_files_batch',
  'document_ingest_batch_from_file',
  'document_ingest_batch_get_upload_url',
  'sdlc_seed',
  'sdlc_seed_from_file',
  'sdlc_seed_get_upload_url',
  'sdlc_get_version',
  'code_search',
  'code_navigate',
  'code_callers',
  'code_callees',
  'code_context',
] as const;

type ToolOf<V> = V extends { doors: { tool: infer Door extends ToolDoor } } ? Door : never;
type Door = ToolOf<AllVerbs[keyof AllVerbs]>;

export type AllTools = { [Name in Door['name']]: Extract<Door, { name: Name }> };
export type AnyToolName = keyof AllTools;
export type ToolName = (typeof SPECIFIED)[number];

const BOTH: readonly ToolTransport[] = ['http', 'stdio'];

function toToolRow(verb: Verb, door: ToolDoor): ToolRow {
  const needed = door.scope ?? verb.scope;
  if (needed === 'operator') throw new Error('A tool needs a scope that keys have.');
  return {
    transports: BOTH,
    hints: READS,
    ...door,
    scope: needed,
    rate: verb.rate ?? (needed === 'read' ? 'read' : 'write'),
  };
}

const found: readonly [string, ToolRow][] = nouns.flatMap(({ verbs }) =>
  Object.values<Verb>(verbs).flatMap((verb): [string, ToolRow][] =>
    verb.doors.tool ? [[verb.doors.tool.name, toToolRow(verb, verb.doors.tool)]] : [],
  ),
);
const byName = new Map(found);
const isSpecified = (name: string): boolean => SPECIFIED.some((each) => each === name);

/** The 28 tools. Server, bridge, tests and README read these rows. */
export const toolEntries = SPECIFIED.map((name): [ToolName, ToolRow] => [name, byName.get(name)!]);

/** The 28, then those beside them, which only a client that asks for them is offered. */
export const allToolEntries = [...toolEntries, ...found.filter(([name]) => !isSpecified(name))] as readonly [
  AnyToolName,
  ToolRow,
][];

export const allTools = Object.fromEntries(allToolEntries) as Record<AnyToolName, ToolRow>;

export function isInProfile(profiles: readonly Profile[], name: string, { core }: ToolRow): boolean {
  if (!isSpecified(name)) return profiles.includes('additional');
  const isSession = name === 'session_start' || name === 'session_end';
  return (
    profiles.includes('full') ||
    (core === true && (profiles.includes('core') || (profiles.includes('hooked') && !isSession)))
  );
}
