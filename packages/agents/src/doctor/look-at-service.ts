import { WORKSPACE_ID_HEADER } from '@memory/contracts';
import { LoginEndedError } from '../home/login/fresh-login.ts';
import type { Home } from '../home/find-home.ts';
import type { UserConfig } from '../home/user-config.ts';
import { messageOf } from '@memory/text/error-facts';
import { environmentTarget } from '../connection/connection.ts';
import { accessTokenAt, teamFetch } from '../connection/team-fetch.ts';
import { probeService, type Probe } from '../connection/probe-service.ts';
import { runningService } from '../service/running-service.ts';
import { failure, ok, warning, type Finding } from './finding.ts';
import { ownCommand } from '../command/print.ts';

/** Sessions and tokens go by the clock; the answer's header is a second old at most. */
const CLOCK_OFF_MS = 60_000;

/** By the environment, which wins as for every command, else by the user's settings. */
interface Configured {
  url?: string | undefined;
  key?: string | undefined;
  workspaceId?: string | undefined;
}

/** Whether it runs, takes the key or login, keeps the same time, and what its search is made of. */
export async function lookAtService(home: Home, given: UserConfig): Promise<Finding[]> {
  const config: Configured = environmentTarget(process.env) ?? given;
  const url = config.url ?? (await runningService(home))?.url;
  if (url === undefined)
    return [
      failure('service', 'Your service does not run.', `${ownCommand()} up; its log is in the folder logs`),
    ];
  const again = config.url ? `${ownCommand()} setup --team ${url}` : `${ownCommand()} up`;
  let secret: string | undefined;
  try {
    secret = config.key ?? (await accessTokenAt(home, url));
  } catch (error) {
    if (error instanceof LoginEndedError) return [failure('login', `Your login at ${url} has ended.`, again)];
    return [failure('login', `Your login cannot be renewed: ${messageOf(error)}`, again)];
  }
  if (secret === undefined) return [failure('service', `No key and no login is set for ${url}.`, again)];
  const { workspaceId } = config;
  const askedAt = Date.now();
  let probe: Probe;
  try {
    probe = await probeService(url, { secret, workspaceId });
  } catch (error) {
    return [
      failure(
        'service',
        messageOf(error),
        config.url
          ? 'Check the address and the network; hooks keep what they capture meanwhile'
          : `${ownCommand()} down, then ${ownCommand()} up`,
      ),
    ];
  }
  const findings = [secretFinding(url, probe, config), clockFinding(probe, askedAt)];
  if (probe.status === 200) findings.push(...(await workspaceFindings(url, { secret, workspaceId })));
  return findings;
}

function secretFinding(url: string, { status, detail }: Probe, config: Configured): Finding {
  const what = config.key === undefined ? 'login' : 'key';
  if (status === 200) return ok('service', `Answers at ${url} and takes the ${what}.`);
  if (status === 429 || status >= 500)
    return warning('service', `${url} answered ${status}.`, 'Try again; its log says why');
  const remedy = config.url
    ? `${ownCommand()} setup --team ${url} with another ${what}`
    : `Remove "key" from config.json, then ${ownCommand()} up makes another`;
  return failure(what, `${url} does not take the ${what} (${status}). ${detail}`.trim(), remedy);
}

function clockFinding({ headers }: Probe, askedAt: number): Finding {
  const there = Date.parse(headers.get('date') ?? '');
  const off = Math.abs(there - askedAt);
  return Number.isNaN(off) || off < CLOCK_OFF_MS
    ? ok('clock', 'The same time here and at the service.')
    : warning(
        'clock',
        `The clocks here and at the service differ by ${Math.round(off / 1_000)} s.`,
        'Have the system set its clock by the network',
      );
}

/** The workspace's own view of how it searches and reads sessions, as `workspace_insight` has it. */
async function workspaceFindings(
  url: string,
  { secret, workspaceId }: { secret: string; workspaceId: string | undefined },
): Promise<Finding[]> {
  const { search, embedding, sessions, statements } = await insightOf(url, { secret, workspaceId }).catch(
    (): Insight => ({}),
  );
  if (typeof search !== 'string')
    return [warning('search', 'The service does not say what search runs on.', 'Update the service')];
  return [
    ok('search', `Search runs on ${search}.`),
    ...(typeof embedding === 'string'
      ? [warning('search', embedding, 'Wait, or raise EMBEDDER_TOKENS_PER_DAY')]
      : []),
    ...(typeof sessions === 'string' ? [ok('sessions', sessions)] : []),
    ...(typeof statements === 'string'
      ? [
          warning(
            'statements',
            statements,
            'Its log has their plans; an issue of the project with such a line helps',
          ),
        ]
      : []),
  ];
}

interface Insight {
  search?: unknown;
  /** Said where the tokens of the workspace's day are spent. */
  embedding?: unknown;
  sessions?: unknown;
  statements?: unknown;
}

async function insightOf(
  url: string,
  { secret, workspaceId }: { secret: string; workspaceId: string | undefined },
): Promise<Insight> {
  const response = await teamFetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      ...(workspaceId === undefined ? {} : { [WORKSPACE_ID_HEADER]: workspaceId }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'workspace_insight', arguments: {} },
    }),
  });
  const { result } = (await response.json()) as { result?: { _meta?: Insight } };
  return result?._meta ?? {};
}
