import { ROOT, ANSWER, PROMPT, type HostPayload } from './host-payload.ts';

export const pluginBase = (extra: Record<string, unknown> = {}) => ({
  session: 'ses1',
  directory: ROOT,
  ...extra,
});

export const amp: HostPayload[] = [
  {
    host: 'amp',
    event: 'agent.start',
    payload: pluginBase({ turn: 'm1', text: PROMPT, first: true }),
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: true,
  },
  {
    host: 'amp',
    event: 'tool.result',
    payload: pluginBase({
      call: 'c1',
      tool: 'Bash',
      input: { cmd: 'npm test' },
      output: { output: '3 passed', exitCode: 0 },
    }),
    captured: { kind: 'command', text: 'npm test', output: '3 passed', exitCode: 0 },
    takesContext: true,
  },
  {
    host: 'amp',
    event: 'agent.end',
    payload: pluginBase({ turn: 'm1', text: ANSWER }),
    captured: { kind: 'answer', text: ANSWER },
    takesContext: true,
  },
];
