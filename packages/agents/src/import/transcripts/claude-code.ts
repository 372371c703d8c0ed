import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readTool } from '../../hook/host/read-tool.ts';
import { findFiles, isFolder } from '../files.ts';
import { isObject, objectsIn, textIn, type JsonObject } from '../json.ts';
import type { FoundSource, ImportItem, ImportSource } from '../source.ts';
import { SessionCollector, type SessionFacts } from './session-collector.ts';

/** Texts that Claude Code itself puts into a user's mouth. */
const NOT_SAID =
  /^(?:<(?:command-|local-command-|system-reminder|user-prompt-submit-hook|task-notification|bash-(?:input|stdout|stderr))|Caveat: The messages below|\[Request interrupted|Operation stopped by hook:|This session is being continued from a previous)/u;

/** Transcripts of Claude Code: what a hook would have captured of a session, had it been there. */
export const claudeCode: ImportSource = {
  id: 'claude-code',
  name: 'Claude Code transcripts',
  takes: 'a transcript, or a folder of them',
  async find(machine) {
    const home = machine.environment['CLAUDE_CONFIG_DIR'] || join(machine.user, '.claude');
    const { root } = await machine.finder.find(machine.cwd);
    const own = new Set([root, machine.cwd].map((path) => path.replaceAll(/[^A-Za-z0-9]/gu, '-')));
    const found: FoundSource[] = [];
    for (const folder of await readdir(join(home, 'projects')).catch(() => [])) {
      const path = join(home, 'projects', folder);
      const names = await readdir(path).catch(() => []);
      const sessions = names.filter((name) => name.endsWith('.jsonl') && !name.startsWith('agent-')).length;
      if (sessions > 0)
        found.push({
          paths: [path],
          what: `${sessions} sessions of ${folder}`,
          isElsewhere: !own.has(folder),
        });
    }
    return found;
  },
  async *read(path) {
    // Below a session's folder lie the transcripts of its subagents.
    const files = (await isFolder(path)) ? await findFiles(path, ['*.jsonl', '*/*.jsonl']) : [path];
    for (const file of files) yield* readTranscript(file);
  },
};

async function* readTranscript(file: string): AsyncGenerator<ImportItem> {
  const name = basename(file);
  if (name.startsWith('agent-') || basename(dirname(file)) === 'subagents')
    return yield { kind: 'passed', place: name, reason: 'transcript of a subagent' };
  const session = new SessionCollector();
  const calls = new Map<string, { tool: string; input: JsonObject }>();
  const facts: SessionFacts = { id: undefined, directory: undefined, branch: '' };
  const read = (line: JsonObject) => {
    facts.id ??= textIn(line, 'sessionId');
    facts.directory ??= textIn(line, 'cwd');
    facts.branch = textIn(line, 'gitBranch') ?? facts.branch;
    // Subagents report to their session; summaries of compaction say again what was said.
    if (line['isSidechain'] !== true && line['isMeta'] !== true && line['isCompactSummary'] !== true)
      readLine(line, session, calls);
  };
  yield* session.read(file, 'claude', read, () => facts);
}

function readLine(
  line: JsonObject,
  session: SessionCollector,
  calls: Map<string, { tool: string; input: JsonObject }>,
): void {
  const { message } = line;
  const at = textIn(line, 'timestamp');
  const own = textIn(line, 'uuid');
  if (!isObject(message) || at === undefined) return;
  const { content } = message;
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : objectsIn(content);
  if (line['type'] === 'assistant') {
    for (const block of blocks) {
      const [text, tool, call] = [textIn(block, 'text'), textIn(block, 'name'), textIn(block, 'id')];
      if (block['type'] === 'text' && text !== undefined) session.said(text, own, at);
      if (block['type'] === 'tool_use' && tool !== undefined && call !== undefined)
        calls.set(call, { tool, input: isObject(block['input']) ? block['input'] : {} });
    }
    return;
  }
  if (line['type'] !== 'user') return;
  const said = blocks
    .flatMap((block) => (block['type'] === 'text' ? (textIn(block, 'text') ?? []) : []))
    .filter((text) => !NOT_SAID.test(text.trimStart()))
    .join('\n');
  if (said !== '') session.prompt(said, own, at);
  for (const block of blocks) {
    const call = textIn(block, 'tool_use_id');
    const made = call === undefined ? undefined : calls.get(call);
    if (block['type'] !== 'tool_result' || made === undefined) continue;
    const failed = block['is_error'] === true;
    const result = line['toolUseResult'];
    // A failure has its words in the block; otherwise the structure says more.
    const response = failed || result === undefined ? textOfResult(block) : result;
    session.tool(readTool({ ...made, response, failed }), call, at);
  }
}

const textOfResult = (block: JsonObject): string =>
  typeof block['content'] === 'string'
    ? block['content']
    : objectsIn(block['content'])
        .flatMap((part) => textIn(part, 'text') ?? [])
        .join('\n');
