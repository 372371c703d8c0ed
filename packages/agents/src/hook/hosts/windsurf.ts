import type { Host, Reading } from '../host/host.ts';
import { recordOf, textOf, type Payload } from '../host/payload.ts';
import { readTool } from '../host/read-tool.ts';

/** It only tells, and prints of ours would be shown to the user. */
export const windsurf: Host = {
  read: (payload, event) => {
    const info = recordOf(payload, 'tool_info');
    const turn = [textOf(payload, 'execution_id'), textOf(payload, 'timestamp')].filter(Boolean).join(' ');
    return {
      session: textOf(payload, 'trajectory_id'),
      ...(turn === '' ? {} : { turn }),
      directory: textOf(info, 'cwd', 'root_workspace_path'),
      ...readEvent(event, info),
    };
  },
  answer: () => '',
};

function readEvent(event: string, info: Payload): Reading {
  switch (event) {
    case 'pre_user_prompt':
      return { kind: 'prompt', text: textOf(info, 'user_prompt') };
    case 'post_write_code':
      return readTool({ tool: 'write_code', input: info });
    case 'post_run_command':
      return readTool({ tool: 'run_command', input: info, response: info['output'] });
    case 'post_cascade_response':
      return { kind: 'answer', text: textOf(info, 'response') };
    default:
      return {};
  }
}
