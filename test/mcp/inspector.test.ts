import { execFile } from 'node:child_process';
import { expect } from 'vitest';
import { toolEntries, type ToolName, type ToolTransport } from '@memory/contracts/tools';
import { expectAnswer } from '../support/expect-tool-result.ts';
import { testWithService, type TestWorkspace } from '../support/service.ts';
import { bridgeCommand, environmentOf } from '../support/stdio-bridge.ts';
import { prepareToolCalls } from '../support/tool-calls.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const INSPECTOR = new URL('../../node_modules/.bin/mcp-inspector', import.meta.url).pathname;

/** `--strict` judges whether every schema is one that common clients take. */
const LIST = ['--method', 'tools/list', '--strict'];

/** Each is a process of a second or two, most of it its own start. */
const AT_ONCE = 4;

interface Run {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** The Inspector's command line. */
function inspect(args: readonly string[], environment: Record<string, string> = {}): Promise<Run> {
  const { promise, resolve } = Promise.withResolvers<Run>();
  const child = execFile(
    process.execPath,
    [INSPECTOR, '--cli', ...args],
    { maxBuffer: 16_000_000, env: { ...process.env, ...environment } },
    (_, stdout, stderr) => resolve({ exitCode: child.exitCode ?? -1, stdout, stderr }),
  );
  return promise;
}

async function answerTo(args: readonly string[]): Promise<object> {
  const { exitCode, stdout, stderr } = await inspect(args);
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout) as object;
}

const overHttp = ({ host, key }: TestWorkspace, era: string) => [
  `${host.url}/mcp`,
  '--transport',
  'http',
  '--protocol-era',
  era,
  '--header',
  `Authorization: Bearer ${key}`,
];

function overStdio(service: TestWorkspace): string[] {
  const environment = environmentOf(service);
  const { command, args } = bridgeCommand(environment);
  return [
    ...Object.entries(environment).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
    command,
    ...args,
  ];
}

type Choice = 'every tool' | 'tools of a memory';

const inForm = process.env['MEMORY_ID_FORM'] === 'B' ? 'tools of a memory' : 'every tool';

/** Each call is a process: where little differs from a way that calls every tool, those do that take an identifier. */
const namesOver = (transport: ToolTransport, choice: Choice): ToolName[] =>
  toolEntries.flatMap(([name, { transports, takesMemory }]) =>
    transports.includes(transport) && (choice === 'every tool' || takesMemory) ? [name] : [],
  );

const WAYS: [string, ToolTransport, Choice, (service: TestWorkspace) => string[]][] = [
  ['HTTP', 'http', inForm, (service) => overHttp(service, 'modern')],
  ['HTTP, with a handshake', 'http', 'tools of a memory', (service) => overHttp(service, 'legacy')],
  ['stdio', 'stdio', inForm, overStdio],
];

for (const [title, transport, choice, target] of WAYS)
  verifies(
    'mcp.clients.inspector',
    async ({ service }) => {
      const { tools } = (await answerTo([...target(service), ...LIST])) as { tools: { name: string }[] };
      expect(tools.map(({ name }) => name)).toEqual(namesOver(transport, 'every tool'));
      const calls = await prepareToolCalls(service);
      const names = namesOver(transport, choice);
      const worker = async () => {
        for (let name = names.shift(); name; name = names.shift()) {
          const { args, fact } = calls[name];
          const call = [
            '--method',
            'tools/call',
            '--tool-name',
            name,
            '--tool-args-json',
            JSON.stringify(args),
          ];
          expectAnswer(name, await answerTo([...target(service), ...call]), fact);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    },
    { title },
  );
