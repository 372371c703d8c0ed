import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { runOperation } from '@memory/service';
import { freshLogin } from '../../../packages/agents/src/home/login/fresh-login.ts';
import { readLogin, writeLogin } from '../../../packages/agents/src/home/login/login.ts';
import { readUserConfig } from '../../../packages/agents/src/home/user-config.ts';
import type { Home } from '../../../packages/agents/src/home/find-home.ts';
import { connect, findTarget } from '../../../packages/agents/src/connection/connection.ts';
import { examine } from '../../../packages/agents/src/doctor/doctor-command.ts';
import { createRemote } from '../../../packages/agents/src/bridge/remote.ts';
import { joinTeam, type JoinOptions } from '../../../packages/agents/src/setup/join-team.ts';
import { runFlusher } from '../../../packages/agents/src/hook/flush/run-flusher.ts';
import { startOpenIdProvider, type OpenIdProvider } from '../../support/clients/openid-provider.ts';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { makeFolder } from '../../support/seeds/make-folder.ts';
import { verifiesWith } from '../../support/verifies.ts';
import { makeDesk, type Desk } from '../../unit/hook/run.ts';

const verifies = verifiesWith(testWithService);

interface Team {
  url: string;
  provider: OpenIdProvider;
  desk: Desk;
  /** `setup --team`, and somebody who logs in where it says. */
  join: (subject: string, options?: JoinOptions) => Promise<void>;
  said: () => string;
}

/** A team's service with logins, and a user's machine. */
async function withTeam(service: TestWorkspace, use: (team: Team) => Promise<void>): Promise<void> {
  await using provider = await startOpenIdProvider([], 'unused');
  const mcp = { ...service.services.mcp, oauth: { issuer: provider.issuer, audience: undefined } };
  await using variant = await serveVariant(service, { mcp });
  const { url } = variant.service.host;
  mcp.publicUrl = url;
  const desk = await makeDesk();
  vi.stubEnv('WORKSPACE_MEMORY_HOME', desk.home.folder);
  vi.stubEnv('WORKSPACE_MEMORY_API_TOKEN', '');
  // A screen, and no program that opens pages on it: the browser is ours.
  vi.stubEnv('DISPLAY', ':0');
  vi.stubEnv('SSH_CONNECTION', '');
  vi.stubEnv('PATH', '');
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    print.mockRestore();
  });
  const said = () => print.mock.calls.flat().join('\n');
  const join = async (subject: string, options: JoinOptions = {}) => {
    print.mockClear();
    const joined = joinTeam(desk.home, url, options);
    // A refusal before the page is one of the join.
    await Promise.race([joined, vi.waitUntil(() => said().includes('http'), { timeout: 20_000 })]);
    await provider.logIn(/https?:\S+/u.exec(said())?.[0] ?? '', subject);
    await joined;
  };
  await use({ url, provider, desk, join, said });
}

const admit = (service: TestWorkspace, { issuer }: OpenIdProvider, subject: string) =>
  runOperation(service.services, 'addMembership', {
    workspaceId: service.id,
    issuer,
    subject,
    scope: 'write',
  });

const insight = async ({ folder }: Home) => {
  const { workspaceId, ...target } = await findTarget({ WORKSPACE_MEMORY_HOME: folder });
  const remote = createRemote({ ...target, workspaceId });
  return remote.request('tools/call', { name: 'workspace_insight', arguments: {} });
};

/** The access token has ended; the one to renew it with has not. */
function expire(home: Home): void {
  const login = readLogin(home);
  if (login) writeLogin(home, { ...login, expiresAt: new Date(0).toISOString() });
}

verifies(['install.team.login', 'mcp.oauth.rest'], async ({ service }) => {
  await withTeam(service, async ({ url, provider, desk, join: joinAs, said }) => {
    const { home } = desk;
    await admit(service, provider, 'ada');
    await desk.configure({ key: 'wm_test_own', exclude: ['*.pem'] });
    await joinAs('ada');
    expect(said()).toContain(`Agents use ${url} from now on.`);
    expect(readUserConfig(home.config)).toEqual({ url, ownKey: 'wm_test_own', exclude: ['*.pem'] });
    expect((await stat(home.login)).mode & 0o077).toBe(0);

    // The bridge, a command, the flusher and the doctor go by it, and renew it once between them.
    expect(await insight(home)).toMatchObject({ structuredContent: { workspace_id: service.id } });
    await desk.fire('claude', 'UserPromptSubmit', {
      session_id: 'login',
      hook_event_name: 'UserPromptSubmit',
      prompt: 'Why is the cart total off by one cent?',
    });
    expire(home);
    const before = readLogin(home);
    const renewed = await Promise.all(Array.from({ length: 4 }, () => freshLogin(home)));
    expect(new Set(renewed.map((login) => login?.accessToken)).size).toBe(1);
    expect(renewed[0]).not.toMatchObject({ accessToken: before?.accessToken });
    expire(home);
    expect(await runFlusher({ home, environment: {}, isPatient: false, graceMs: 0 })).toMatchObject({
      outcome: 'done',
    });
    const { body } = await service.get('/api/v1/sessions/claude-login/observations');
    expect(body).toMatchObject({ results: [{ content: 'Why is the cart total off by one cent?' }] });
    expire(home);
    const { client } = await connect();
    expect(await client.listMemories({})).toEqual([]);
    expect(await examine(home)).toContainEqual(
      expect.objectContaining({ status: 'ok', message: `Answers at ${url} and takes the login.` }),
    );

    // A hook asks with it too; what it has to wait for another process renews.
    expire(home);
    await desk.fire(
      'claude',
      'SessionStart',
      { session_id: 'next', hook_event_name: 'SessionStart', source: 'startup' },
      { startRenewal: async () => void (await freshLogin(home)) },
    );
    expect(await desk.log()).toBe('');

    // Revoked at the provider: it is said what to do.
    const login = readLogin(home);
    if (login) writeLogin(home, { ...login, refreshToken: 'gone', expiresAt: new Date(0).toISOString() });
    await expect(insight(home)).rejects.toThrow(`setup --team ${url} logs in again`);
    expect(await runFlusher({ home, environment: {}, isPatient: false, graceMs: 0 })).toMatchObject({
      outcome: 'refused',
    });
    expect(await examine(home)).toContainEqual(
      expect.objectContaining({ about: 'login', status: 'failure' }),
    );
    await joinTeam(home, 'none', {});
    expect(readUserConfig(home.config)).toEqual({ key: 'wm_test_own', exclude: ['*.pem'] });
    expect(readLogin(home)).toBeUndefined();
  });
});

verifies.whole('install.team.login-refused', async ({ service, other }) => {
  await withTeam(service, async ({ url, provider, desk, join: joinAs }) => {
    const { home } = desk;
    await expect(joinAs('eve')).rejects.toThrow(/member of no workspace.*--subject eve/u);
    await admit(service, provider, 'ada');
    await admit(other, provider, 'ada');
    await expect(joinAs('ada')).rejects.toThrow(/several workspaces.*--workspace ID/u);
    await expect(joinAs('ada', { workspace: 'nonsense' })).rejects.toThrow(/not one of yours/u);
    await joinAs('ada', { workspace: other.id, dryRun: true });
    await expect(readFile(home.config)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(readLogin(home)).toBeUndefined();
    // Where there is no browser: by a code.
    await joinAs('ada', { workspace: other.id, device: true });
    expect(readUserConfig(home.config)).toEqual({ url, workspaceId: other.id });
    expect(await insight(home)).toMatchObject({ structuredContent: { workspace_id: other.id } });
    const { client } = await connect();
    await client.storeMemory({ body: { title: 'T', narrative: 'N', memory_type: 'decision' } });
    expect((await other.get('/api/v1/memories/')).body).toMatchObject([{ title: 'T' }]);
    // A service without logins says so, and what helps.
    await expect(joinTeam(home, service.host.url, {})).rejects.toThrow(
      /offers no login. Set WORKSPACE_MEMORY_API_TOKEN/u,
    );
    expect(readUserConfig(home.config).url).toBe(url);
  });
});

/** A service that names itself as the provider of its logins, with what is given in place of honest endpoints. */
async function hostileService(endpoints: Record<string, string>): Promise<string> {
  const server = createServer((request, response) => {
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const body = request.url?.includes('oauth-protected-resource')
      ? { resource: `${issuer}/mcp`, authorization_servers: [issuer], workspace_memory_client_id: 'c' }
      : {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          response_types_supported: ['code'],
          ...endpoints,
        };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

verifies('hardening.addresses', async () => {
  const [{ home }, programs] = [await makeDesk(), await makeFolder()];
  const opened = join(programs, 'opened');
  await writeFile(join(programs, 'xdg-open'), `#!/bin/sh\necho "$1" > ${opened}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${programs}:${process.env['PATH']}`);
  vi.stubEnv('DISPLAY', ':0');
  vi.stubEnv('SSH_CONNECTION', '');
  vi.stubEnv('WORKSPACE_MEMORY_API_TOKEN', '');
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    print.mockRestore();
  });
  const hostile = [
    'file:///x/evil.desktop',
    'vscode://x.y/run',
    'javascript:alert(1)',
    'http://evil.example/a',
  ];
  for (const page of hostile)
    for (const name of ['authorization_endpoint', 'token_endpoint', 'device_authorization_endpoint']) {
      const url = await hostileService({ [name]: page });
      await expect(joinTeam(home, url, {}), `${name} ${page}`).rejects.toThrow(/should begin with https/u);
    }
  await expect(joinTeam(home, 'https://ada:hunter2@memory.example', {})).rejects.toThrow(
    /^--team should hold no name and no password[^2]*$/u,
  );
  for (const team of ['http://memory.example', 'file:///x', 'ftp://memory.example'])
    await expect(joinTeam(home, team, {}), team).rejects.toThrow(/https:/u);
  expect(existsSync(opened)).toBe(false);
});
