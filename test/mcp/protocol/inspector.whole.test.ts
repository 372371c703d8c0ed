import { execFile } from 'node:child_process';
import { expect } from 'vitest';
import { toolEntries, type ToolName, type ToolTransport } from '@memory/contracts/tools';
import { expectAnswer } from '../../support/clients/expect-tool-result.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { bridgeCommand, environmentOf } from '../../support/clients/stdio-bridge.ts';
import { sharedToolCalls } from '../../support/clients/tool-calls.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const prepare = sharedToolCalls();

const INSPECTOR = new URL('../../../node_modules/.bin/mcp-inspector', import.meta.url).pathname;
const MANY_CALLS = new URL('../../support/clients/inspector.ts', import.meta.url).pathname;

/** `--strict` judges whether every schema is one that common clients take. */
const LIST = ['--method', 'tools/list', '--strict'];

interface Run {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Node with a script, its answer in JSON. */
async function answerTo(script: string, args: readonly string[], input = ''): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<Run>();
  const child = execFile(
    process.execPath,
    [script, ...args],
    { maxBuffer: 16_000_000 },
    (_, stdout, stderr) => resolve({ exitCode: child.exitCode ?? -1, stdout, stderr }),
  );
  child.stdin?.end(input);
  const { exitCode, stdout, stderr } = await promise;
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout);
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

type Choice = 'every tool' | 'tools of a memory' | 'what differs';

/**
 * Over HTTP every tool is called; with a handshake those that take an identifier; over stdio, where each call starts a bridge,
 * those that only it offers.
 */
const namesOver = (transport: ToolTransport, choice: Choice): ToolName[] =>
  toolEntries.flatMap(([name, { transports, takesMemory }]) => {
    const isChosen =
      choice === 'every tool' || (choice === 'tools of a memory' ? takesMemory : transports.length === 1);
    return transports.includes(transport) && isChosen ? [name] : [];
  });

const WAYS: [string, ToolTransport, Choice, (service: TestWorkspace) => string[]][] = [
  ['HTTP', 'http', 'every tool', (service) => overHttp(service, 'modern')],
  ['HTTP, with a handshake', 'http', 'tools of a memory', (service) => overHttp(service, 'legacy')],
  ['stdio', 'stdio', 'what differs', overStdio],
];

for (const [title, transport, choice, target] of WAYS)
  verifies(
    'mcp.clients.inspector',
    async ({ service: own }) => {
      const { service, calls } = await prepare(own);
      const listed = await answerTo(INSPECTOR, ['--cli', ...target(service), ...LIST]);
      const { tools } = listed as { tools: { name: string }[] };
      expect(tools.map(({ name }) => name)).toEqual(namesOver(transport, 'every tool'));
      const names = namesOver(transport, choice);
      const lines = names.map((name) => [
        ...target(service),
        '--method',
        'tools/call',
        '--tool-name',
        name,
        '--tool-args-json',
        JSON.stringify(calls[name].args),
      ]);
      const answers = (await answerTo(MANY_CALLS, [], JSON.stringify(lines))) as string[];
      for (const [index, name] of names.entries())
        expectAnswer(name, JSON.parse(answers[index] ?? '') as object, calls[name].fact);
    },
    { title },
  );
