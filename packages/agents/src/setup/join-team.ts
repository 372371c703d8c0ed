import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { printable } from '@memory/text/printable';
import { withoutEnd } from '@memory/text/without-end';
import { safeAddress } from '../connection/addresses.ts';
import { probeService } from '../connection/probe-service.ts';
import type { Home } from '../home/find-home.ts';
import { removeLogin, writeLogin, type Login } from '../home/login/login.ts';
import { readUserConfig, writeUserConfig } from '../home/user-config.ts';
import { offeredLogin } from './login/offered-login.ts';
import { say } from '../command/print.ts';

export interface JoinOptions {
  /** Log in by a code, in the browser of another machine. */
  device?: boolean | undefined;
  /** Which workspace a login means that belongs to several. */
  workspace?: string | undefined;
  dryRun?: boolean | undefined;
}

/** The value of `--team` that goes back to the user's own service. */
const NONE = 'none';

export async function joinTeam(home: Home, given: string, options: JoinOptions): Promise<void> {
  if (given === NONE) return leaveTeam(home, options);
  if (!/^https?:/iu.test(given) || !URL.canParse(given))
    throw new Error(
      `--team should be an address like https://memory.example, or ${NONE} for your own service, not ${given}.`,
    );
  safeAddress(given, '--team');
  const url = withoutEnd(withoutEnd(given, '/').replace(/\/mcp$/u, ''), '/');
  const key = process.env['WORKSPACE_MEMORY_API_TOKEN']?.trim();
  const joined = key ? { key } : await chooseSecret(url, options);
  await trySecret(url, joined, options);
  if (options.dryRun) {
    say(`${url} takes this ${'key' in joined ? 'key' : 'login'}. Nothing was written.`);
    return;
  }
  const { key: before, workspaceId: _id, ...others } = readUserConfig(home.config);
  const kept = others.url === undefined && before !== undefined ? { ...others, ownKey: before } : others;
  if ('key' in joined) {
    removeLogin(home);
    writeUserConfig(home.config, { ...kept, url, key: joined.key });
  } else {
    writeLogin(home, joined.login);
    const workspaceId = options.workspace;
    writeUserConfig(home.config, { ...kept, url, ...(workspaceId === undefined ? {} : { workspaceId }) });
  }
  say(`Agents use ${url} from now on. What was captured before stays where it was meant for.`);
}

type Joined = { key: string } | { login: Login };

/** A login where the service offers one, unless the user types a key. */
async function chooseSecret(url: string, options: JoinOptions): Promise<Joined> {
  const offered = await offeredLogin(url);
  const canAsk = process.stdin.isTTY;
  if (!offered && !canAsk)
    throw new Error(
      `${url} offers no login. Set WORKSPACE_MEMORY_API_TOKEN to your key for it: nobody can be asked for one here.`,
    );
  if (!offered) return { key: await askForSecret(`${url} offers no login. Your key for it: `) };
  const typed =
    canAsk && !options.device
      ? await askForSecret(`Press Enter to log in at ${url} with your browser, or type a key: `)
      : '';
  if (typed !== '') return { key: typed };
  const { logIn } = await import('./login/log-in.ts');
  return { login: await logIn(url, offered, options) };
}

async function trySecret(url: string, joined: Joined, { workspace }: JoinOptions): Promise<void> {
  const isKey = 'key' in joined;
  const secret = isKey ? joined.key : joined.login.accessToken;
  const { status, detail } = await probeService(url, { secret, workspaceId: workspace });
  if (status === 200) return;
  const hint = isKey ? '' : hintFor(joined.login, status, workspace);
  if (status === 400 || status === 401 || status === 403)
    throw new Error(
      `${url} does not take this ${isKey ? 'key' : 'login'}${detail ? `: ${detail}` : '.'}${hint}`,
    );
  throw new Error(`${url} answered ${status}; is it a Workspace Memory service?`);
}

/** Advice to a person with a login that leads nowhere. */
function hintFor({ accessToken, issuer }: Login, status: number, workspace: string | undefined): string {
  if (status === 403) {
    const [, claims = ''] = accessToken.split('.');
    const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub?: string };
    return ` Ask an operator for: workspace-memory admin membership add --workspace ID --issuer ${issuer} --subject ${sub}`;
  }
  return status === 400 && workspace === undefined ? ' Name it: --workspace ID.' : '';
}

function leaveTeam(home: Home, { dryRun }: JoinOptions): void {
  const { url, key: _key, workspaceId: _id, ownKey, ...kept } = readUserConfig(home.config);
  if (url === undefined) {
    console.log('Agents use your own service already.');
    return;
  }
  if (dryRun) {
    say(`Agents would leave ${url}. Nothing was written.`);
    return;
  }
  removeLogin(home);
  writeUserConfig(home.config, { ...kept, ...(ownKey === undefined ? {} : { key: ownKey }) });
  say(`Agents leave ${url}, and use your own service as before.`);
}

/** Asks somebody at the terminal; what is typed is not shown. */
async function askForSecret(question: string): Promise<string> {
  process.stdout.write(printable(question));
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  const typed = await reader.question('');
  reader.close();
  process.stdout.write('\n');
  return typed.trim();
}
