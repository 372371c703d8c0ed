import {
  DescribeAlarmHistoryCommand,
  DescribeAlarmsCommand,
  SetAlarmStateCommand,
} from '@aws-sdk/client-cloudwatch';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createClient, ClientError } from '@memory/client';
import { MCP_PATH } from '@memory/contracts';
import { deleteWorkspace } from '../../packages/agents/src/operator/workspace/move-workspace.ts';
import {
  embedding,
  relate,
  keywordSearch,
  semanticSearch,
  session,
  store,
  upload,
} from './checks/memories.ts';
import { type SmokeCheck, expectThat, NothingToCheck, type SmokeContext } from './smoke-context.ts';

const alarm: SmokeCheck = {
  name: 'alarm',
  needs: ['aws'],
  async run({ aws, run, until }) {
    if (!aws) throw new NothingToCheck('no deployment in AWS');
    const { cloudWatch, deployment } = aws;
    const { MetricAlarms = [] } = await cloudWatch.send(
      new DescribeAlarmsCommand({ AlarmNamePrefix: `${deployment}-` }),
    );
    const chosen = MetricAlarms.find(({ StateValue }) => StateValue !== 'ALARM');
    if (!chosen?.AlarmName)
      throw new NothingToCheck(
        MetricAlarms.length === 0 ? 'this environment has no alarms' : 'all alarms are raised already',
      );
    const { AlarmName } = chosen;
    const StateReason = `Raised by the smoke test ${run}; nothing is wrong.`;
    const since = new Date(Date.now() - 60_000);
    await cloudWatch.send(new SetAlarmStateCommand({ AlarmName, StateValue: 'ALARM', StateReason }));
    try {
      // An alarm goes back by itself at its next evaluation, so its history is the witness, not its state.
      const action = await until(`${AlarmName} was raised, and its history does not tell of it`, async () => {
        const { AlarmHistoryItems = [] } = await cloudWatch.send(
          new DescribeAlarmHistoryCommand({ AlarmName, StartDate: since, MaxRecords: 100 }),
        );
        const raised = AlarmHistoryItems.some(({ HistoryItemType }) => HistoryItemType === 'StateUpdate');
        const sent = AlarmHistoryItems.find(({ HistoryItemType }) => HistoryItemType === 'Action');
        if (!raised) return undefined;
        return (chosen.AlarmActions ?? []).length === 0 ? 'no action' : sent?.HistorySummary;
      });
      expectThat(!action.startsWith('Failed'), `${AlarmName} could not notify: ${action}`);
      return `${AlarmName} raised; ${action === 'no action' ? 'nobody is notified of it' : action}`;
    } finally {
      await cloudWatch.send(new SetAlarmStateCommand({ AlarmName, StateValue: 'OK', StateReason }));
    }
  },
};

/** Every profile offers it. */
const SEARCH = 'memory_search';

type Era = 'legacy' | 'modern';

const identity = { name: 'smoke', version: '1.0.0' };

async function connect({ url, key }: SmokeContext, era: Era): Promise<Client> {
  const client = new Client(identity, era === 'modern' ? { versionNegotiation: { mode: 'auto' } } : {});
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url + MCP_PATH), { requestInit }));
  return client;
}

const check = (name: string, era: Era): SmokeCheck => ({
  name,
  needs: ['workspace'],
  async run(context) {
    const client = await connect(context, era);
    try {
      expectThat(client.getProtocolEra() === era, 'The service knows only the handshake.');
      const { tools } = await client.listTools();
      expectThat(
        tools.some((tool) => tool.name === SEARCH),
        `Among ${tools.length} tools there is no ${SEARCH}.`,
      );
      const result = await client.callTool({ name: SEARCH, arguments: { query: context.run } });
      expectThat(result.isError !== true, `${SEARCH} answered an error: ${JSON.stringify(result.content)}`);
      return `${tools.length} tools, ${SEARCH} answers`;
    } finally {
      await client.close();
    }
  },
});

const mcpHandshake = check('MCP, with a handshake', 'legacy');

/** The manner of clients that ask `server/discover` and keep no state. */
const mcpStateless = check('MCP, stateless', 'modern');

const workspace: SmokeCheck = {
  name: 'workspace',
  needs: [],
  async run(context) {
    const { operator, run, url } = context;
    if (!operator) {
      const listed = await context.client.listMemories({ query: { limit: 1 } });
      expectThat(Array.isArray(listed), 'The list of memories is no list.');
      return 'the one of the key';
    }
    const created = await operator.createWorkspace({ name: run });
    context.cleanups.push(async () => {
      await deleteWorkspace(operator, { workspaceId: created.workspace_id, name: run });
    });
    context.key = created.key;
    context.client = createClient({ url, key: created.key });
    await context.until('The new key was not let in', async () =>
      context.client.listMemories({ query: { limit: 1 } }),
    );
    return created.workspace_id;
  },
};

const HEADER = 'www-authenticate';
/** Its name from gateways of AWS that keep the original for themselves. */
const RENAMED = `x-amzn-remapped-${HEADER}`;

/** A request without a key is told how to bring one, under whichever name the gateway lets that through. */
const challenge: SmokeCheck = {
  name: 'challenge of a 401',
  needs: [],
  async run({ url }) {
    const names: string[] = [];
    for (const path of ['/api/v1/memories', MCP_PATH]) {
      const response = await fetch(url + path, { method: path === MCP_PATH ? 'POST' : 'GET' });
      await response.text();
      expectThat(response.status === 401, `${path} without a key answers ${response.status}, not 401.`);
      const name = [HEADER, RENAMED].find((each) => response.headers.has(each));
      expectThat(name !== undefined, `${path} answers 401 without a challenge.`);
      names.push(name);
    }
    return [...new Set(names)].join(' and ');
  },
};

const revokedKey: SmokeCheck = {
  name: 'revoked key',
  needs: ['workspace'],
  async run(context) {
    const { client, run, url } = context;
    const { id, key } = await client.createKey({ body: { name: run, scope: 'read' } });
    let revoked = false;
    context.cleanups.push(async () => {
      if (!revoked) await client.revokeKey({ path: { id } });
    });
    const other = createClient({ url, key });
    await other.listMemories({ query: { limit: 1 } });
    await client.revokeKey({ path: { id } });
    revoked = true;
    const status = await other.listMemories({ query: { limit: 1 } }).then(
      () => 200,
      (error: unknown) => (error instanceof ClientError ? error.status : undefined),
    );
    expectThat(status === 401, `The revoked key is answered ${status}, not 401.`);
    return 'refused at once';
  },
};

/** In the order in which they run: each may stand on what an earlier one has left. */
export const SMOKE_CHECKS: readonly SmokeCheck[] = [
  challenge,
  workspace,
  store,
  embedding,
  keywordSearch,
  semanticSearch,
  relate,
  session,
  upload,
  mcpHandshake,
  mcpStateless,
  revokedKey,
  alarm,
];
