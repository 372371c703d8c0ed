import { vi } from 'vitest';
import { makeProgram } from '../../../packages/agents/src/command/program.ts';

interface Ran {
  stdout: string;
  stderr: string;
  /** Output of `--json`. */
  json: ReturnType<typeof JSON.parse>;
  exitCode: number;
}

interface Circumstances {
  /** Of the service that is meant. */
  url: string;
  key: string;
  cwd?: string | undefined;
}

/**
 * Runs `workspace-memory …` in this process, as a user would who has the service set.
 * @throws what the command would print when it fails
 */
export async function runCommand({ url, key, cwd }: Circumstances, ...words: string[]): Promise<Ran> {
  const out: string[] = [];
  const errors: string[] = [];
  const written = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    out.push(Buffer.from(chunk).toString());
    return true;
  });
  const spies = [
    written,
    vi.spyOn(console, 'log').mockImplementation((line: string) => void out.push(`${line}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line: string) => void errors.push(`${line}\n`)),
    ...(cwd === undefined ? [] : [vi.spyOn(process, 'cwd').mockReturnValue(cwd)]),
  ];
  const before = {
    exitCode: process.exitCode,
    url: process.env['WORKSPACE_MEMORY_URL'],
    key: process.env['WORKSPACE_MEMORY_API_TOKEN'],
  };
  process.env['WORKSPACE_MEMORY_URL'] = url;
  process.env['WORKSPACE_MEMORY_API_TOKEN'] = key;
  process.exitCode = undefined;
  try {
    const program = await makeProgram(words[0]);
    throwInsteadOfExit(program);
    await program.parseAsync(words, { from: 'user' });
    const stdout = out.join('');
    return {
      stdout,
      stderr: errors.join(''),
      get json() {
        return JSON.parse(stdout);
      },
      exitCode: process.exitCode === undefined ? 0 : Number(process.exitCode),
    };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = before.exitCode;
    restore('WORKSPACE_MEMORY_URL', before.url);
    restore('WORKSPACE_MEMORY_API_TOKEN', before.key);
  }
}

function throwInsteadOfExit(command: Awaited<ReturnType<typeof makeProgram>>): void {
  command.exitOverride();
  for (const each of command.commands) throwInsteadOfExit(each);
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
