import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type CallSite, ToolMissing } from './call-site.ts';

const OUTPUT_MAX = 512 * 1_024 * 1_024;

/** Output of a program, which may end with an error that it told of on the way; ToolMissing where there is no such program. */
export async function runTool(
  command: string,
  given: readonly string[],
  { cwd, env }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  try {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: OUTPUT_MAX };
    return (await promisify(execFile)(command, given, options)).stdout;
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (code === 'ENOENT') throw new ToolMissing(`${command} is not installed`, { cause: error });
    if (stdout) return stdout;
    throw new Error(`${command}: ${(stderr ?? '').slice(0, 2_000)}`, { cause: error });
  }
}

/** The calls that a program prints, one JSON object a line. */
export async function callsPrintedBy(...call: Parameters<typeof runTool>): Promise<CallSite[]> {
  const lines = (await runTool(...call)).split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as CallSite);
}
