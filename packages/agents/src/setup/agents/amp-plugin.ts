import type { Machine } from '../machine.ts';
import { askProgram } from './ask-program.ts';

/** The plugin of Amp, one file without dependencies. */
export const ampPlugin = (
  hook: Machine['hook'],
): string => `// Written by \`workspace-memory setup\`; \`workspace-memory setup --undo\` takes it away.
${askProgram(hook, 'amp').trim()}

const textOf = (content) =>
  typeof content === 'string'
    ? content
    : (content ?? [])
        .filter((part) => part.type === 'text')
        .map((part) => part.text)
        .join('\\n');

export default function workspaceMemory(amp) {
  const seen = new Set();
  const directory = process.cwd();
  amp.on('agent.start', async (event) => {
    const session = event.thread?.id;
    if (!session) return undefined;
    const first = !seen.has(session);
    seen.add(session);
    const text = textOf(event.message?.content ?? event.message);
    const context = await tell('agent.start', { session, turn: event.id, directory, first, text });
    return context ? { message: { content: context, display: false } } : undefined;
  });
  amp.on('tool.result', async (event) => {
    const session = event.thread?.id;
    if (!session) return;
    const { tool, toolUseID: call, input, output, status } = event;
    await tell('tool.result', { session, call, directory, tool, input, output, failed: status === 'error' });
  });
  amp.on('agent.end', async (event) => {
    const session = event.thread?.id;
    const last = (event.messages ?? []).filter(({ role }) => role === 'assistant').at(-1);
    if (session && last) await tell('agent.end', { session, turn: event.id, directory, text: textOf(last.content) });
  });
}
`;
