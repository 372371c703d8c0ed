import type { Machine } from '../machine.ts';

/**
 * JavaScript for plugin files, which run inside the agent: asks the hook program, and gives up in silence. Such a file must
 * neither fail nor keep its agent waiting.
 */
export const askProgram = ({ command, args }: Machine['hook'], host: string): string => `
import { spawn } from 'node:child_process';

const COMMAND = ${JSON.stringify(command)};
const ARGUMENTS = ${JSON.stringify([...args, host])};

/** Resolves to what the memory has to say; undefined when that is nothing. */
function tell(event, payload, waitMs = 2000) {
  return new Promise((resolve) => {
    try {
      const child = spawn(COMMAND, [...ARGUMENTS, event], { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
      let printed = '';
      const timer = setTimeout(() => resolve(undefined), waitMs);
      timer.unref?.();
      child.stdout.on('data', (data) => (printed += data));
      child.on('error', () => resolve(undefined));
      child.stdin.on('error', () => undefined);
      child.on('close', () => {
        clearTimeout(timer);
        try {
          resolve(JSON.parse(printed || '{}').context);
        } catch {
          resolve(undefined);
        }
      });
      child.stdin.end(JSON.stringify(payload));
    } catch {
      resolve(undefined);
    }
  });
}
`;
