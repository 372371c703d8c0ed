import { DIFF, ANSWER, PROMPT, type HostPayload } from './host-payload.ts';
import { pluginBase } from './amp.ts';

export const opencode: HostPayload[] = [
  {
    host: 'opencode',
    event: 'chat.message',
    payload: pluginBase({ turn: 'msg1', text: PROMPT, first: false }),
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: true,
  },
  {
    host: 'opencode',
    event: 'tool.execute.after',
    payload: pluginBase({
      call: 'c1',
      tool: 'edit',
      input: {
        filePath: 'ROOT/src/cart.ts',
        oldString: 'const total = sum;',
        newString: 'const total = round(sum);',
      },
      output: { output: 'ok', metadata: {} },
    }),
    captured: { kind: 'edit', text: DIFF, files: ['src/cart.ts'] },
    takesContext: true,
  },
  {
    host: 'opencode',
    event: 'tool.execute.after',
    about: 'bash',
    payload: pluginBase({
      call: 'c2',
      tool: 'bash',
      input: { command: 'npm test' },
      output: { output: '1 failed', metadata: { exit: 1 } },
    }),
    captured: { kind: 'command', text: 'npm test', output: '1 failed', exitCode: 1 },
    takesContext: true,
  },
  {
    host: 'opencode',
    event: 'session.compacting',
    payload: pluginBase(),
    captured: { kind: 'compaction' },
    takesContext: true,
  },
  {
    host: 'opencode',
    event: 'session.idle',
    payload: pluginBase({ text: ANSWER, turn: 'msg2' }),
    captured: { kind: 'answer', text: ANSWER },
    takesContext: true,
  },
];
