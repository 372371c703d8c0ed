import { homedir } from 'node:os';
import { delimiter, isAbsolute, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProtocolError, Server, type CallToolResult, type Tool } from '@modelcontextprotocol/server';
import type { Client } from '@memory/client';
import type { MemoryIdForm } from '@memory/contracts';
import type { Profile } from '@memory/contracts/profiles';
import {
  instructionsFor,
  allToolEntries,
  isInProfile,
  toolJsonSchemas,
  type AnyToolName,
  type ToolRow,
} from '@memory/contracts/tools';
import { redactValue } from '@memory/redact';
import { branchReporter } from '../branches/report-branches.ts';
import { memoryTier } from '../grounds/tie-memories.ts';
import { TreeVerdicts } from '../grounds/tree-verdicts.ts';
import { BridgeError } from './bridge-error.ts';
import { callLocalTool, type LocalToolName } from './local-tools/local-tools.ts';
import { foldersOf, onBranch, personOf, projectOf } from './project-of.ts';
import type { Place, Remote } from './remote.ts';

export interface BridgeOptions {
  remote: Pick<Remote, 'request'>;
  client: () => Promise<Client>;
  version: string;
  /** How memories are addressed, as far as it is known before the service has been reached. */
  form: MemoryIdForm;
  /** More folders below which the file tools may read, as the setting has them. */
  roots?: string | undefined;
  /** Sets of tools that are asked for; undefined: what the service offers. */
  profiles?: readonly Profile[] | undefined;
}

const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;

const FORWARDED = [
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
] as const;

/** An MCP server that has the service do the work; it starts, and says which tools there are, without it. */
export function createBridge({
  remote,
  client,
  version,
  form,
  roots,
  profiles = ['full'],
}: BridgeOptions): Server {
  const server = new Server(
    { name: 'workspace-memory', title: 'Workspace Memory', version },
    {
      capabilities: { tools: {}, prompts: {}, resources: {} },
      instructions: instructionsFor(profiles.includes('hooked')),
    },
  );
  let known: Tool[] | undefined;
  /** That the client started last: what it stores belongs to it. */
  let sessionId: string | undefined;
  let folders: Promise<string[]> | undefined;
  const trees = new TreeVerdicts();
  const tie = memoryTier(client);
  const report = branchReporter(client);
  server.setNotificationHandler('notifications/roots/list_changed', () => {
    folders = undefined;
  });
  server.setRequestHandler('tools/list', async () => {
    try {
      const listed = await remote.request('tools/list', undefined, { patient: false });
      known = offeredOverStdio(listed['tools'] as Tool[], form);
    } catch {
      // A list is no place to complain: the first call will.
    }
    return { tools: known ?? expectedOverStdio(form, profiles) };
  });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const ownFolders = () => (folders ??= clientFolders(server));
    const placed = await onBranch(params, ownFolders);
    const call = params.name === 'memory_store' ? inSession(placed, sessionId) : placed;
    const answered = await callTool(remote, version, {
      call,
      client,
      roots: () => readableRoots(server, roots),
      folders: () => foldersOf(call, ownFolders),
      project: await projectOf(call, ownFolders),
      person: await personOf(ownFolders),
    });
    const result = await trees.apply(call.name, answered, () => foldersOf(call, ownFolders));
    if (TIED_AFTER.has(params.name) && result.isError !== true) {
      tie(() => foldersOf(call, ownFolders));
      report(() => foldersOf(call, ownFolders));
    }
    if (params.name === 'session_start') sessionId = startedSession(result) ?? sessionId;
    return result;
  });
  for (const method of FORWARDED)
    server.setRequestHandler(method, async ({ params }) => {
      try {
        return (await remote.request(method, params)) as never;
      } catch (error) {
        if (!(error instanceof BridgeError)) throw error;
        throw new ProtocolError(INTERNAL_ERROR, error.message, toolError(error));
      }
    });
  return server;
}

interface Call {
  name: string;
  arguments?: Record<string, unknown>;
}

/** Tools of which the answer may say how memories stand to the code. */
const SHOWS_MEMORIES: ReadonlySet<string> = new Set([
  'code_context',
  'ground_list',
  'memory_by_file',
  'memory_explore',
  'memory_get_detail',
  'memory_get_index',
  'memory_get_related',
  'memory_get_timeline',
  'memory_search',
  'session_get_context',
  'session_start',
]);

/** Tools that leave memories which only this machine can tie to the code as it is now. */
const TIED_AFTER: ReadonlySet<string> = new Set([
  'memory_store',
  'memory_update',
  'session_end',
  'session_start',
]);

/** The call with the session that was started here, unless it names one itself. */
const inSession = (call: Call, sessionId: string | undefined): Call =>
  sessionId === undefined ? call : { ...call, arguments: { session_id: sessionId, ...call.arguments } };

function startedSession({ isError, structuredContent }: CallToolResult): string | undefined {
  const { session_id: id } = (structuredContent ?? {}) as { session_id?: unknown };
  return isError || typeof id !== 'string' ? undefined : id;
}

async function callTool(
  remote: Pick<Remote, 'request'>,
  version: string,
  {
    call: { name, arguments: given },
    client,
    roots,
    folders,
    ...place
  }: Pick<BridgeOptions, 'client'> & {
    call: Call;
    roots: () => Promise<string[]>;
    folders: () => Promise<string[]>;
  } & Place,
): Promise<CallToolResult> {
  // The service would carry out what it offers over HTTP alone.
  if (!isOverStdio(name)) throw new ProtocolError(INVALID_PARAMS, `Tool ${name} not found`);
  const callRemote = async (tool: string, args: Record<string, unknown>) => {
    const { value, places } = redactValue(args);
    const request = { name: tool, arguments: value };
    return (await remote.request('tools/call', request, {
      redacted: places.length,
      ...place,
      anchors: SHOWS_MEMORIES.has(tool),
    })) as CallToolResult;
  };
  try {
    if (isLocalTool(name))
      return await callLocalTool(name, given, { callRemote, roots: await roots(), client, folders });
    const result = await callRemote(name, given ?? {});
    return name === 'sdlc_get_version' ? withPluginVersion(result, version) : result;
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    return { content: [{ type: 'text', text: JSON.stringify(toolError(error)) }], isError: true };
  }
}

const toolError = ({ code, message, retryable }: BridgeError) => ({ code, message, retryable });

/** The plugin is this bridge; the service can only speak for itself. */
function withPluginVersion(result: CallToolResult, version: string): CallToolResult {
  const server = (result.structuredContent as { server_version?: string } | undefined)?.server_version;
  if (server === undefined) return result;
  return {
    content: [{ type: 'text', text: `plugin_version: ${version}\nserver_version: ${server}` }],
    structuredContent: { plugin_version: version, server_version: server },
  };
}

/** Which tool of the service does the work of one that reads files here, or is offered whenever it is. */
const OFFERED_WITH: Readonly<Record<LocalToolName, AnyToolName>> = {
  document_ingest_file: 'document_ingest',
  document_ingest_files_batch: 'document_ingest_batch',
  document_ingest_batch_from_file: 'document_ingest_batch',
  sdlc_seed_from_file: 'sdlc_seed',
  code_impact: 'code_path',
};

/** The tools over stdio: what the service offers, less the upload addresses, and the tools that read files here. */
function offeredOverStdio(remote: readonly Tool[], form: MemoryIdForm): Tool[] {
  const byName = new Map(remote.map((tool) => [tool.name, tool]));
  return allToolEntries.flatMap(([name, row]) => {
    if (!row.transports.includes('stdio')) return [];
    const target = isLocalTool(name) ? OFFERED_WITH[name] : undefined;
    if (target !== undefined) return byName.has(target) ? [describeTool(name, row, form)] : [];
    return byName.get(name) ?? [];
  });
}

/** Tools as far as they can be told while the service has not been reached. */
const expectedOverStdio = (form: MemoryIdForm, profiles: readonly Profile[]): Tool[] =>
  allToolEntries
    .filter(([name, row]) => row.transports.includes('stdio') && isInProfile(profiles, name, row))
    .map(([name, row]) => describeTool(name, row, form));

const isOverStdio = (name: string): boolean =>
  allToolEntries.some(([known, { transports }]) => known === name && transports.includes('stdio'));

const isLocalTool = (name: string): name is LocalToolName => Object.hasOwn(OFFERED_WITH, name);

function describeTool(name: AnyToolName, row: ToolRow, form: MemoryIdForm): Tool {
  const { title, description, hints: annotations } = row;
  const { inputSchema, outputSchema } = toolJsonSchemas(row, form);
  return { name, title, description, annotations, inputSchema, outputSchema } as Tool;
}

/** A client that does not answer is one without roots. */
const ROOTS_TIMEOUT_MS = 2_000;

/**
 * Folders below which the file tools may read: those that the client works in, or else where it started the bridge, and
 * what `WORKSPACE_MEMORY_ROOTS` names.
 */
async function readableRoots(server: Server, setting: string | undefined): Promise<string[]> {
  const named = (setting ?? '').split(delimiter).filter((root) => isAbsolute(root));
  return [...(await clientFolders(server)), ...named];
}

const clientFolders = async (server: Server): Promise<string[]> =>
  (await rootsOfClient(server)) ?? workingFolder();

async function rootsOfClient(server: Server): Promise<string[] | undefined> {
  if (!server.getClientCapabilities()?.roots) return undefined;
  try {
    const { roots } = await server.listRoots(undefined, { timeout: ROOTS_TIMEOUT_MS });
    return roots.filter(({ uri }) => uri.startsWith('file:')).map(({ uri }) => fileURLToPath(uri));
  } catch {
    return undefined;
  }
}

/** Some clients start programs in the home folder or at the top, which is no choice of anybody's. */
function workingFolder(): string[] {
  const cwd = process.cwd();
  return cwd === homedir() || cwd === parse(cwd).root ? [] : [cwd];
}
