import { execFile } from 'node:child_process';
import { describe, expect } from 'vitest';
import { testWithService, type TestWorkspace } from '../support/service.ts';

const INSPECTOR = new URL('../../node_modules/.bin/mcp-inspector', import.meta.url).pathname;
const COMMAND = new URL('../../packages/cli/bin/workspace-memory.js', import.meta.url).pathname;

/** `--strict` judges whether every schema is one that common clients take. */
const LIST = ['--method', 'tools/list', '--strict'];

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

const overHttp = (service: TestWorkspace, era: string) => [
  `${service.host.url}/mcp`,
  '--transport',
  'http',
  '--header',
  `Authorization: Bearer ${service.key}`,
  '--protocol-era',
  era,
];

describe('the Inspector', () => {
  for (const era of ['legacy', 'modern'])
    testWithService(`lists and calls over HTTP, ${era}`, async ({ service }) => {
      const listed = await inspect([...overHttp(service, era), ...LIST]);
      expect(listed.exitCode, listed.stderr).toBe(0);
      const { tools } = JSON.parse(listed.stdout) as { tools: { name: string }[] };
      expect(tools.map(({ name }) => name)).toContain('memory_search');
      const call = ['--method', 'tools/call', '--tool-name', 'workspace_insight'];
      const called = await inspect([...overHttp(service, era), ...call]);
      expect(called.exitCode, called.stderr).toBe(0);
      expect(JSON.parse(called.stdout)).toMatchObject({ structuredContent: { workspace_id: service.id } });
    });

  testWithService('lists and calls over stdio', async ({ service }) => {
    const environment = {
      WORKSPACE_MEMORY_URL: service.host.url,
      WORKSPACE_MEMORY_API_TOKEN: service.key,
    };
    const passed = Object.entries(environment).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const bridge = [...passed, process.execPath, COMMAND, 'mcp'];
    const listed = await inspect([...bridge, ...LIST], environment);
    expect(listed.exitCode, listed.stderr).toBe(0);
    const { tools } = JSON.parse(listed.stdout) as { tools: { name: string }[] };
    expect(tools).toHaveLength(26);
    const call = ['--method', 'tools/call', '--tool-name', 'workspace_insight'];
    const called = await inspect([...bridge, ...call], environment);
    expect(called.exitCode, called.stderr).toBe(0);
    expect(JSON.parse(called.stdout)).toMatchObject({ structuredContent: { workspace_id: service.id } });
  });
});
