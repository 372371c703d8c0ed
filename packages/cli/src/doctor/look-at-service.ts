import type { Home, UserConfig } from '@memory/home';
import { runningService } from '../service/running-service.ts';
import { failure, ok, warning, type Finding } from './finding.ts';

const ANSWERS_WITHIN_MS = 5_000;

/** Sessions and tokens go by the clock; the answer's header is a second old at most. */
const CLOCK_OFF_MS = 60_000;

/** Whether it runs, takes the key, keeps the same time, and what its search is made of. */
export async function lookAtService(home: Home, config: UserConfig): Promise<Finding[]> {
  const url = config.url ?? (await runningService(home))?.url;
  if (url === undefined)
    return [
      failure('service', 'Your service does not run.', 'workspace-memory up; its log is in the folder logs'),
    ];
  if (config.key === undefined)
    return [
      failure(
        'service',
        `No key is set for ${url}.`,
        config.url ? `workspace-memory setup --team ${url}` : 'workspace-memory up',
      ),
    ];
  let response: Response;
  const askedAt = Date.now();
  try {
    response = await fetch(`${url}/api/v1/memories/?limit=1`, {
      headers: { authorization: `Token ${config.key}` },
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    await response.body?.cancel();
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return [
      failure(
        'service',
        `${url} gives no answer (${cause?.code ?? message}).`,
        config.url
          ? 'Check the address and the network; hooks keep what they capture meanwhile'
          : 'workspace-memory down, then up',
      ),
    ];
  }
  const findings = [keyFinding(url, response, config), clockFinding(response, askedAt)];
  if (response.ok) findings.push(await searchFinding(url, config.key));
  return findings;
}

function keyFinding(url: string, { status, ok: isTaken }: Response, config: UserConfig): Finding {
  if (isTaken) return ok('service', `Answers at ${url} and takes the key.`);
  const remedy = config.url
    ? `workspace-memory setup --team ${url} with a valid key`
    : `Remove "key" from config.json, then workspace-memory up makes another`;
  if (status === 401 || status === 403)
    return failure('key', `${url} does not take the key (${status}).`, remedy);
  return warning('service', `${url} answered ${status}.`, 'Try again; its log says why');
}

function clockFinding({ headers }: Response, askedAt: number): Finding {
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

/** The workspace's own view of how it searches. */
async function searchFinding(url: string, key: string): Promise<Finding> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'workspace_insight', arguments: {} },
    }),
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  });
  const text = await response.text();
  return /built-in embedder/iu.test(text)
    ? warning(
        'search',
        'Search runs on the built-in embedder: words, and what it learnt from this workspace.',
        'For synonyms and other languages set EMBEDDER, such as ollama, in the settings of config.json; see the README',
      )
    : ok('search', 'Search runs on the embedder that is configured.');
}
