import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { readUserConfig, writeUserConfig, type Home } from '@memory/home';
import { printable } from '@memory/text/printable';

/** Has the user's agents use the service of a team. @throws when the key is not taken there */
export async function joinTeam(home: Home, given: string): Promise<void> {
  if (!/^https?:/iu.test(given) || !URL.canParse(given))
    throw new Error(`--team should be an address like https://memory.example, not ${given}.`);
  const url = given.replace(/\/(?:mcp)?$/u, '');
  const key = process.env['WORKSPACE_MEMORY_API_TOKEN']?.trim() || (await askForKey(url));
  await tryKey(url, key);
  writeUserConfig(home.config, { ...readUserConfig(home.config), url, key });
  console.log(printable(`Agents use ${url} from now on.`));
}

/** Every key that works may list. */
async function tryKey(url: string, key: string): Promise<void> {
  let response: Response;
  try {
    response = await fetch(`${url}/api/v1/memories/?limit=1`, {
      headers: { authorization: `Token ${key}` },
      signal: AbortSignal.timeout(10_000),
    });
  } catch (error) {
    throw new Error(`${url} gives no answer: ${(error as Error).message}`, { cause: error });
  }
  await response.body?.cancel();
  if (response.status === 401 || response.status === 403) throw new Error(`${url} does not take this key.`);
  if (!response.ok) throw new Error(`${url} answered ${response.status}; is it a Workspace Memory service?`);
}

async function askForKey(url: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error(
      'Set WORKSPACE_MEMORY_API_TOKEN to your key for this service: nobody can be asked for it here.',
    );
  process.stdout.write(printable(`Your key for ${url}: `));
  // What is typed is not shown.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  const key = await reader.question('');
  reader.close();
  process.stdout.write('\n');
  return key.trim();
}
