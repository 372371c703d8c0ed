import { ROOT, TRANSCRIPT, ANSWER, PROMPT, type HostPayload } from './host-payload.ts';

const antigravityBase = (extra: Record<string, unknown> = {}) => ({
  conversationId: 'y1',
  workspacePaths: [ROOT],
  transcriptPath: TRANSCRIPT,
  artifactDirectoryPath: 'x',
  modelName: 'm',
  ...extra,
});

export const antigravity: HostPayload[] = [
  {
    host: 'antigravity',
    event: 'PreInvocation',
    payload: antigravityBase({ invocationNum: 1, initialNumSteps: 1 }),
    transcript: [{ type: 'USER_INPUT', content: PROMPT }],
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: true,
  },
  {
    host: 'antigravity',
    event: 'PostToolUse',
    payload: antigravityBase({
      toolCall: { name: 'run_command', args: { CommandLine: 'npm test', Cwd: ROOT } },
      stepIdx: 4,
    }),
    captured: { kind: 'command', text: 'npm test' },
    takesContext: false,
  },
  {
    host: 'antigravity',
    event: 'Stop',
    payload: antigravityBase({ executionNum: 1, terminationReason: 'done', fullyIdle: true }),
    transcript: [{ role: 'model', parts: [{ text: ANSWER }] }],
    captured: { kind: 'answer', text: ANSWER },
    takesContext: false,
  },
];
