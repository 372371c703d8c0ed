import type { Host } from './host.ts';
import { textOf, recordOf } from './payload.ts';
import { readTool } from './read-tool.ts';

/**
 * Amp and OpenCode load a file of ours into their own process, which starts the program with what happened. So the payload
 * is of our own making: `{session, call, turn, directory, text, tool, input, output, failed}`.
 */
export const pluginHost: Host = {
  read: (payload, event) => {
    const base = {
      session: textOf(payload, 'session'),
      call: textOf(payload, 'call'),
      turn: textOf(payload, 'turn'),
      directory: textOf(payload, 'directory'),
    };
    const text = textOf(payload, 'text');
    switch (event) {
      // The first prompt of a session opens it; the program sees whether it did.
      case 'agent.start':
      case 'chat.message':
        return { ...base, kind: 'prompt', text, wants: payload['first'] === true ? 'start' : 'prompt' };
      case 'tool.result':
      case 'tool.execute.after':
        return {
          ...base,
          ...readTool({
            tool: textOf(payload, 'tool') ?? '',
            input: recordOf(payload, 'input'),
            response: payload['output'],
            failed: payload['failed'] === true,
          }),
        };
      case 'agent.end':
      case 'session.idle':
        return { ...base, kind: 'answer', text };
      case 'session.compacting':
        return { ...base, kind: 'compaction', text: 'auto', wants: 'compacted' };
      default:
        return base;
    }
  },
  answer: (_event, context) => JSON.stringify(context === undefined ? {} : { context }),
};
