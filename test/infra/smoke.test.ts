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

verifies(
  ['smoke.checks', 'aws.interface', 'admin.workspace.export'],
  async () => {
    await using deployment = await startDeployment();
    const findings = await runSmoke(await environmentTarget('dev'), { waitMs: 120_000, pollMs: 50 });
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
    await expect(environmentTarget('staging')).rejects.toThrow(/does not exist/u);
    await expect(environmentTarget('nowhere')).rejects.toThrow(/dev, staging, prod/u);

    // Through the function and the Data API.
    const operator = lambdaOperator('dev');
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
    title: 'the synthesized stack passes, and a workspace moves through its operator function',
    timeoutMs: 240_000,
  },
);
