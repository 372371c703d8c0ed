import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  deleteWorkspace,
  exportWorkspace,
  importWorkspace,
} from '../../packages/agents/src/operator/workspace/move-workspace.ts';
import { environmentTarget } from '../../infra/smoke/find-target.ts';
import { runSmoke } from '../../infra/smoke/run-smoke.ts';
import { lambdaOperator } from '../../packages/agents/src/operator/lambda-operator.ts';
import { startControlPlane } from '../aws-stand-in/control-plane.ts';
import { keepJobsRunning } from '../host/keep-jobs-running.ts';
import { startLocalHost } from '../host/local-host.ts';
import { TestWorkspace, type Reply, type RequestOptions } from '../host/service.ts';
import { sharedStack } from '../host/stack/shared-stack.ts';
import { verifies } from '../support/verifies.ts';

/** The synthesized stack of dev with what its operators reach, and its queues being worked off. */
async function startDeployment() {
  const host = await sharedStack();
  const functions = new Set(
    host.assembly.ofType('AWS::Lambda::Function').map(([, { Properties }]) => Properties['FunctionName']),
  );
  const control = await startControlPlane({
    stackName: 'workspace-memory-dev',
    outputs: { ApiUrl: host.url, McpUrl: `${host.url}/mcp` },
    invoke: async (name, event) => (functions.has(name) ? host.invoke(name, event) : undefined),
    alarms: ['workspace-memory-dev-defects'],
  });
  const jobs = keepJobsRunning(host);
  return {
    host,
    [Symbol.asyncDispose]: async () => {
      await jobs.stop();
      await control.close();
    },
  };
}

verifies.whole(
  ['smoke.checks', 'aws.interface'],
  async () => {
    await using _ = await startDeployment();
    const findings = await runSmoke(await environmentTarget('dev'), { waitMs: 120_000, pollMs: 50 });
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
    await expect(environmentTarget('staging')).rejects.toThrow(/does not exist/u);
    await expect(environmentTarget('nowhere')).rejects.toThrow(/dev, staging, prod/u);
  },
  { title: 'the synthesized stack passes', timeoutMs: 240_000 },
);

verifies.whole(
  ['aws.operator', 'admin.workspace.export'],
  async () => {
    await using deployment = await startDeployment();
    // Through the function and the Data API.
    const operator = lambdaOperator('dev');
    await expect(operator.createWorkspace(JSON.parse('{}'))).rejects.toThrow(/name/u);
    await expect(lambdaOperator('nowhere').listWorkspaces({})).rejects.toThrow(/nowhere-admin/u);
    const name = 'moves';
    const { workspace_id: workspaceId, key } = await operator.createWorkspace({ name });
    const stored = await fetch(`${deployment.host.url}/api/v1/memories/store`, {
      method: 'POST',
      headers: { authorization: `Token ${key}` },
      body: JSON.stringify({ title: 'Moves', narrative: '🦭'.repeat(50_000), tags: ['a', 'b'] }),
    });
    expect(stored.status).toBe(201);
    const folder = await mkdtemp(join(tmpdir(), 'moving-'));
    const file = join(folder, 'export.jsonl.gz');
    const counts = await exportWorkspace(operator, { workspace: workspaceId, file });
    await deleteWorkspace(operator, { workspaceId, name });
    const again = await importWorkspace(operator, { file });
    expect(again).toMatchObject({ workspace_id: workspaceId, left_out: 0 });
    expect(again.written).toBe(Object.values(counts).reduce((sum, count) => sum + count, 0));
    const read = await fetch(`${deployment.host.url}/api/v1/memories`, {
      headers: { authorization: `Token ${again.key}` },
    });
    expect(await read.json()).toMatchObject([{ title: 'Moves', tags: ['a', 'b'] }]);
    await rm(folder, { recursive: true });
  },
  {
    title: 'a workspace moves through the operator function of the synthesized stack',
    timeoutMs: 240_000,
  },
);

/** Requests that the gateway has no route for, in the words of the local server. */
const REQUESTS: [number, string, string, RequestOptions?][] = [
  [200, 'GET', '/api/v1/memories/'],
  [200, 'GET', '/api/v1/memories/graph/'],
  [200, 'POST', '/api/v1/memories/batch-delete/', { body: { memory_ids: [] } }],
  [422, 'POST', '/api/v1/memories/store/', { body: {} }],
  [404, 'GET', '/api/v1/memories/unknown/'],
  [401, 'GET', '/api/v1/memories/', { key: null }],
  [307, 'POST', '/mcp/'],
  [307, 'GET', '/mcp/?a=b'],
  [404, 'GET', '/'],
  [404, 'GET', '/api/v1/nothing'],
  [404, 'POST', '/api/v2/memories'],
  [404, 'GET', '/api/v1//memories'],
  [401, 'GET', '/api/v1/nothing', { key: null }],
  [405, 'PUT', '/api/v1/memories'],
  [405, 'GET', '/api/v1/memories/search'],
  [405, 'PATCH', '/api/v1/relationships/'],
  [405, 'OPTIONS', '/api/v1/memories/store'],
];

const seen = ({ status, headers, text }: Reply) => ({
  status,
  text,
  allow: headers.get('allow'),
  location: headers.get('location'),
  challenge: headers.get('www-authenticate'),
});

verifies.whole('aws.default-route', async () => {
  const stack = await sharedStack();
  // The local server over the same database.
  const local = await startLocalHost(
    {},
    { database: { db: stack.services.db, close: () => Promise.resolve() } },
  );
  try {
    const services = await Promise.all([stack, local].map((host) => TestWorkspace.create(host)));
    for (const [status, method, path, options] of REQUESTS) {
      const [deployed, own] = await Promise.all(
        services.map((service) => service.request(method, path, options).then(seen)),
      );
      expect(deployed, `${method} ${path}`).toEqual(own);
      expect(deployed?.status, `${method} ${path}`).toBe(status);
    }
  } finally {
    await local.close();
  }
});
