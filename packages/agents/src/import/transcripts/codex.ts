import { join } from 'node:path';
import { normalizeRemote } from '@memory/text/normalize-remote';
import { readTool } from '../../hook/host/read-tool.ts';
import { findFiles, isFolder } from '../files.ts';
import { isObject, objectsIn, readJsonLines, textIn, type JsonObject } from '../json.ts';
import type { FoundSource, ImportItem, ImportSource } from '../source.ts';
import { SessionCollector, type SessionFacts } from './session-collector.ts';

const FILES = ['**/rollout-*.jsonl'];

/** Texts that Codex itself puts into a user's mouth. */
const NOT_SAID =
  /^(?:# AGENTS\.md instructions for|<(?:environment_context|user_instructions|turn_aborted|permissions|skill))/u;

/** Rollouts of Codex: what a hook would have captured of a session, had it been there. */
export const codex: ImportSource = {
  id: 'codex',
  name: 'Codex rollouts',
  takes: 'a rollout, or a folder of them',
  async find(machine) {
    const home = machine.environment['CODEX_HOME'] || join(machine.user, '.codex');
    const { root } = await machine.finder.find(machine.cwd);
    const projects = new Map<string, string[]>();
    for (const folder of ['sessions', 'archived_sessions'])
      for (const file of await findFiles(join(home, folder), FILES).catch(() => [])) {
        const directory = (await headOf(file))?.directory ?? '';
        projects.set(directory, [...(projects.get(directory) ?? []), file]);
      }
    return [...projects].map(([directory, paths]): FoundSource => ({
      paths,
      what: `${paths.length} sessions of ${directory || 'an unknown folder'}`,
      isElsewhere: directory !== root && !directory.startsWith(`${root}/`),
    }));
  },
  async *read(path) {
    const files = (await isFolder(path)) ? await findFiles(path, FILES) : [path];
    for (const file of files) yield* readRollout(file);
  },
};

function readRollout(file: string): AsyncGenerator<ImportItem> {
  const session = new SessionCollector();
  const calls = new Map<string, { tool: string; input: JsonObject }>();
  let facts: SessionFacts | undefined;
  const readLine = (line: JsonObject, number: number) => {
    const { payload } = line;
    const at = textIn(line, 'timestamp');
    if (!isObject(payload) || at === undefined) return;
    if (line['type'] === 'session_meta') facts ??= factsOf(payload);
    else if (line['type'] === 'response_item') readItem(payload, `${number}`, at, session, calls);
  };
  const none = { id: undefined, directory: undefined, branch: '' };
  return session.read(file, 'codex', readLine, () => facts ?? none);
}

function factsOf(meta: JsonObject): SessionFacts {
  const git = isObject(meta['git']) ? meta['git'] : {};
  const url = textIn(git, 'repository_url');
  return {
    id: textIn(meta, 'id'),
    directory: textIn(meta, 'cwd'),
    branch: textIn(git, 'branch') ?? '',
    origin: url === undefined ? undefined : normalizeRemote(url),
    isSubagent: isObject(meta['source']) && 'subagent' in meta['source'],
  };
}

function readItem(
  item: JsonObject,
  line: string,
  at: string,
  session: SessionCollector,
  calls: Map<string, { tool: string; input: JsonObject }>,
): void {
  const call = textIn(item, 'call_id', 'id');
  switch (item['type']) {
    case 'message': {
      const text = objectsIn(item['content'])
        .flatMap((part) => textIn(part, 'text') ?? [])
        .filter((part) => item['role'] !== 'user' || !NOT_SAID.test(part.trimStart()))
        .join('\n');
      if (text === '') return;
      if (item['role'] === 'user') session.prompt(text, line, at);
      if (item['role'] === 'assistant') session.said(text, line, at);
      return;
    }
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call': {
      if (call === undefined) return;
      const tool = textIn(item, 'name') ?? 'local_shell';
      calls.set(call, { tool, input: inputOf(item) });
      return;
    }
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const made = call === undefined ? undefined : calls.get(call);
      if (made) session.tool(readTool({ ...made, response: item['output'] }), call, at);
    }
  }
}

/** Arguments are JSON text, a patch is text, a shell's command stands in `action`. */
function inputOf(item: JsonObject): JsonObject {
  const given = item['arguments'] ?? item['action'] ?? item['input'];
  if (isObject(given)) return given;
  if (typeof given !== 'string') return {};
  try {
    const value: unknown = JSON.parse(given);
    if (isObject(value)) return value;
  } catch {
    // A patch.
  }
  return { input: given };
}

async function headOf(file: string): Promise<SessionFacts | undefined> {
  try {
    for await (const entry of readJsonLines(file)) {
      const payload = 'object' in entry ? entry.object['payload'] : undefined;
      return isObject(payload) ? factsOf(payload) : undefined;
    }
  } catch {
    // It is told when it is read.
  }
  return undefined;
}
