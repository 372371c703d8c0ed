import { ROOT, DIFF, ANSWER, PROMPT, type HostPayload } from './host-payload.ts';

const windsurfBase = (event: string, info: Record<string, unknown>) => ({
  agent_action_name: event,
  trajectory_id: 'd1',
  execution_id: 'e1',
  timestamp: '2026-11-22T04:00:00Z',
  model_name: 'm',
  tool_info: info,
});

export const windsurf: HostPayload[] = [
  {
    host: 'windsurf',
    event: 'pre_user_prompt',
    payload: windsurfBase('pre_user_prompt', { user_prompt: PROMPT }),
    captured: { kind: 'prompt', text: PROMPT },
    takesContext: false,
  },
  {
    host: 'windsurf',
    event: 'post_write_code',
    payload: windsurfBase('post_write_code', {
      file_path: 'ROOT/src/cart.ts',
      edits: [{ old_string: 'const total = sum;', new_string: 'const total = round(sum);' }],
    }),
    captured: { kind: 'edit', text: DIFF, files: ['src/cart.ts'] },
    takesContext: false,
  },
  {
    host: 'windsurf',
    event: 'post_run_command',
    payload: windsurfBase('post_run_command', { command_line: 'npm test', cwd: ROOT }),
    captured: { kind: 'command', text: 'npm test' },
    takesContext: false,
  },
  {
    host: 'windsurf',
    event: 'post_cascade_response',
    payload: windsurfBase('post_cascade_response', { response: ANSWER }),
    captured: { kind: 'answer', text: ANSWER },
    takesContext: false,
  },
];
