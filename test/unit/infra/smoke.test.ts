import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { afterAll, beforeAll, expect } from 'vitest';
import { SMOKE_CHECKS } from '../../../infra/smoke/checks.ts';
import { keyTarget } from '../../../infra/smoke/find-target.ts';
import { runSmoke } from '../../../infra/smoke/run-smoke.ts';
import type { SmokeTarget } from '../../../infra/smoke/smoke-context.ts';
import { startControlPlane } from '../../aws-stand-in/control-plane.ts';
import { keepJobsRunning } from '../../host/keep-jobs-running.ts';
import { startLocalHost } from '../../host/local-host.ts';
import { sharedPglite } from '../../host/migrated-pglite.ts';
import { operatorOf } from '../../host/operator-of.ts';
import { TestWorkspace } from '../../host/service.ts';
import type { TestHost } from '../../host/test-host.ts';
import { startTamperingProxy, type Exchange } from '../../support/clients/tampering-proxy.ts';
import { verifies } from '../../support/verifies.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startLocalHost({}, { database: await sharedPglite() });
});
afterAll(() => host.close());

const CREDENTIALS = { accessKeyId: 'AKIDSTANDIN', secretAccessKey: 'stand-in-secret' };
const DEPLOYMENT = 'workspace-memory-dev';

interface Tampering {
  tamper?: (exchange: Exchange) => void;
  fails?: (operation: string) => boolean;
  notified?: string;
  target?: (url: string) => SmokeTarget;
  /** Short where what is awaited will never come. */
  waitMs?: number;
}

/** Runs the checks against the service behind a proxy, its jobs running beside it. */
async function smoke(
  service: TestWorkspace,
  { tamper = () => {}, fails, notified, target, waitMs = 30_000 }: Tampering = {},
) {
  const proxy = await startTamperingProxy(service.host.url, tamper);
  const control = await startControlPlane({
    stackName: DEPLOYMENT,
    outputs: {},
    alarms: ['workspace-memory-dev-defects', 'workspace-memory-prod-defects'],
    ...(notified === undefined ? {} : { notified }),
  });
  const cloudWatch = new CloudWatchClient({ region: 'eu-central-1', credentials: CREDENTIALS });
  const jobs = keepJobsRunning(service.host);
  try {
    const findings = await runSmoke(
      target?.(proxy.url) ?? {
        url: proxy.url,
        operator: operatorOf(service, { fails }),
        key: null,
        aws: { deployment: DEPLOYMENT, cloudWatch },
      },
      { waitMs, pollMs: 20 },
    );
    const stateOf = Object.fromEntries(findings.map(({ check, state }) => [check, state]));
    return { findings, stateOf, raised: control.states };
  } finally {
    await jobs.stop();
    await proxy.close();
    await control.close();
  }
}

const names = SMOKE_CHECKS.map(({ name }) => name);

async function workspacesOf(service: TestWorkspace): Promise<string[]> {
  const { workspaces } = await operatorOf(service).listWorkspaces({});
  return workspaces.map(({ name }) => name).filter((name) => name.startsWith('smoke-'));
}

verifies.whole(['smoke.checks', 'smoke.removes'], async () => {
  const service = await TestWorkspace.create(host);
  const { findings, raised } = await smoke(service);
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(findings.map(({ check }) => check)).toEqual([...names, 'everything removed']);
  expect(await workspacesOf(service)).toEqual([]);
  expect(raised).toEqual([
    { alarm: 'workspace-memory-dev-defects', state: 'ALARM' },
    { alarm: 'workspace-memory-dev-defects', state: 'OK' },
  ]);
  expect(findings[0]?.detail).toBe('www-authenticate');
});

/** Changes the body of an answer, where there is one of this path. */
const changes =
  (method: string, path: RegExp, change: (body: Record<string, unknown>, sent: string) => void) =>
  (exchange: Exchange): void => {
    if (exchange.method !== method || !path.test(exchange.path) || exchange.status >= 300) return;
    const body = JSON.parse(exchange.body) as Record<string, unknown>;
    change(body, exchange.sent);
    exchange.body = JSON.stringify(body);
  };

const refuses = (path: RegExp, said: string) => (exchange: Exchange) => {
  if (path.test(exchange.path) && exchange.sent.includes(said)) exchange.status = 500;
};

const MEMORY = /^\/api\/v1\/memories\/[^/]+$/u;
const SEARCH = /\/memories\/search$/u;

/** How each check is made to fail, and what it then says. */
const SABOTAGE: Record<string, Pick<Tampering, 'tamper' | 'fails' | 'notified'> & { says: RegExp }> = {
  'challenge of a 401': {
    tamper: ({ headers }) => headers.delete('www-authenticate'),
    says: /without a challenge/u,
  },
  workspace: {
    fails: (operation) => operation === 'createWorkspace',
    says: /createWorkspace was made to fail/u,
  },
  store: {
    tamper: changes('GET', MEMORY, (body) => (body['narrative'] = 'another')),
    says: /not the one that was stored/u,
  },
  embedding: {
    tamper: changes('GET', MEMORY, (body) => (body['content_hash'] = null)),
    says: /has no vector, after 0.2 seconds/u,
  },
  'search by words': {
    tamper: changes('POST', SEARCH, (body, sent) => {
      if (sent.includes('"use_semantic":false')) body['results'] = [];
    }),
    says: /found 0 memories/u,
  },
  'search by meaning': {
    tamper: changes('POST', SEARCH, (body) => {
      Object.assign(body, { degraded: true, degradation_reason: 'embed_timeout' });
    }),
    says: /words alone, after/u,
  },
  relate: { tamper: changes('POST', /\/path$/u, (body) => (body['path'] = [])), says: /has 0 memories/u },
  'session and summary': {
    tamper: changes('GET', /\/sessions\/[^/]+$/u, (body) => (body['summary'] = null)),
    says: /no summary, after/u,
  },
  upload: {
    tamper: changes('GET', /\/uploads\//u, (body) => (body['state'] = 'processing')),
    says: /upload was not read, after/u,
  },
  'MCP, with a handshake': { tamper: refuses(/^\/mcp/u, '"initialize"'), says: /POSTing/u },
  'MCP, stateless': { tamper: refuses(/^\/mcp/u, '"server/discover"'), says: /handshake|HTTP 500/u },
  'revoked key': {
    tamper: (exchange) => {
      if (exchange.status === 401 && exchange.path.includes('limit=1'))
        Object.assign(exchange, { status: 200, body: '[]' });
    },
    says: /answered 200, not 401/u,
  },
  alarm: {
    notified: 'Failed to execute action arn:aws:sns:…: not authorized to perform SNS:Publish',
    says: /could not notify.*SNS:Publish/u,
  },
  'everything removed': {
    fails: (operation) => operation === 'deleteWorkspace',
    says: /deleteWorkspace was made to fail/u,
  },
};

/** Several sabotages at once. */
function together(broken: readonly string[]): Tampering {
  const parts = broken.map((name) => SABOTAGE[name]);
  const notified = parts.find((part) => part?.notified !== undefined)?.notified;
  return {
    tamper: (exchange) => {
      for (const part of parts) part?.tamper?.(exchange);
    },
    fails: (operation) => parts.some((part) => part?.fails?.(operation) ?? false),
    ...(notified === undefined ? {} : { notified }),
  };
}

verifies.whole(
  ['smoke.checks', 'smoke.removes'],
  async () => {
    const service = await TestWorkspace.create(host);
    expect(Object.keys(SABOTAGE)).toEqual([...names, 'everything removed']);
    // A check that others stand on fails by itself, the rest together: a run takes seconds.
    const alone = ['workspace', 'store'];
    const rest = Object.keys(SABOTAGE).filter((name) => !alone.includes(name));
    const left = (await workspacesOf(service)).length;
    for (const broken of [...alone.map((name) => [name]), rest]) {
      const { findings } = await smoke(service, {
        ...together(broken),
        waitMs: broken === rest ? 200 : 30_000,
      });
      const failed = findings.filter(({ state }) => state === 'failed');
      expect(failed.map(({ check }) => check)).toEqual(
        Object.keys(SABOTAGE).filter((name) => broken.includes(name)),
      );
      for (const { check, detail } of failed) expect(detail).toMatch(SABOTAGE[check]?.says ?? /^$/u);
      expect(findings.at(-1)?.state).toBe(broken === rest ? 'failed' : 'ok');
    }
    // One workspace is left: that whose removal was made to fail.
    expect(await workspacesOf(service)).toHaveLength(left + 1);
  },
  { title: 'made to fail: each check fails when what it looks at is broken, and the rest is removed' },
);

verifies('smoke.challenge', async () => {
  const service = await TestWorkspace.create(host);
  const { findings } = await smoke(service, {
    tamper: ({ headers }) => {
      const value = headers.get('www-authenticate');
      if (value === null) return;
      headers.delete('www-authenticate');
      headers.set('x-amzn-remapped-www-authenticate', value);
    },
  });
  expect(findings[0]).toMatchObject({ state: 'ok', detail: 'x-amzn-remapped-www-authenticate' });
});

verifies('smoke.with-a-key', async () => {
  const service = await TestWorkspace.create(host);
  const { findings, stateOf } = await smoke(service, {
    target: (url) => keyTarget(`${url}/`, service.key),
    waitMs: 120_000,
  });
  expect(findings.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(stateOf).toMatchObject({ workspace: 'ok', upload: 'ok', alarm: 'skipped' });
  await service.runJobs();
  expect((await service.get('/api/v1/memories/')).body).toEqual([]);
  expect((await service.get('/api/v1/documents')).body).toMatchObject({ count: 0 });
  const keys = (await service.get('/api/v1/keys')).body as { revoked_at?: string | null }[];
  expect(keys.length).toBeLessThanOrEqual(2);

  const wrong = await smoke(service, { target: (url) => keyTarget(url, 'wm_test_wrong') });
  expect(wrong.stateOf).toMatchObject({ workspace: 'failed', store: 'skipped', 'everything removed': 'ok' });
});
