import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import type { Scope } from '@memory/contracts';
import { CONSOLE_HEADERS } from '@memory/contracts/console';
import { runOperation } from '@memory/service';
import type { Bundle } from '../../infra/bundle-functions.ts';
import { environments, type Environment } from '../../infra/environments.ts';
import { MemoryServiceStack } from '../../infra/memory-service-stack.ts';
import { builtConsole } from '../support/console/build-console.ts';
import { TestWorkspace } from '../host/service.ts';
import { startStackHost, type StackHost } from '../host/stack-host.ts';
import { Assembly } from '../host/stack/assembly.ts';
import { createDistribution } from '../host/stack/distribution.ts';
import { startOpenIdProvider, type OpenIdProvider } from '../support/clients/openid-provider.ts';
import { chromium } from '../support/console/find-chromium.ts';
import { openBrowser, openPage } from '../support/console/open-browser.ts';
import { verifies } from '../support/verifies.ts';
import { ENVIRONMENTS, RESOURCES_MAX, synthesized } from './assembly.ts';

describe('a stack with a console', () => {
  const SESSION = '/.console/session';
  const OPERATIONS = '/.console/operations';
  const STACK = 'workspace-memory-pages';

  const environment: Environment = {
    ...environments.dev,
    console: { clientId: 'console' },
    settings: { OAUTH_ISSUER: 'https://login.example' },
  };

  /** Files in every function's folder, by its name. */
  function bundlesOf(directory: string): Map<string, Bundle> {
    const facts = { bytes: { start: 0, total: 0 }, modules: new Set<string>() };
    return new Map(
      readdirSync(join(directory, 'bundles')).map((name) => [
        name,
        { directory: join(directory, 'bundles', name), ...facts },
      ]),
    );
  }

  const made: string[] = [];

  async function synthesize(given: Environment): Promise<string> {
    await builtConsole();
    const outdir = await mkdtemp(join(tmpdir(), 'workspace-memory-test-'));
    made.push(outdir);
    const app = new App({ outdir });
    const bundles = bundlesOf(inject('assembly'));
    const { artifactId } = new MemoryServiceStack(app, {
      environmentName: 'pages',
      environment: given,
      bundles,
    });
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    app.synth();
    expect(artifactId).toBe(STACK);
    return outdir;
  }

  let assembly: Assembly;
  let stack: StackHost;
  let provider: OpenIdProvider;
  let front: Server;
  let url: string;
  let team: TestWorkspace;
  let others: TestWorkspace;

  beforeAll(async () => {
    const directory = await synthesize(environment);
    assembly = new Assembly(directory, STACK);
    front = createDistribution(assembly, () => stack.url);
    front.listen(0, '127.0.0.1');
    await once(front, 'listening');
    url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    provider = await startOpenIdProvider([], 'unused');
    const settings = {
      OAUTH_ISSUER: provider.issuer,
      CONSOLE_URL: url,
      CONSOLE_CLIENT_ID: await provider.register(`${url}/`),
    };
    stack = await startStackHost({ directory, stackName: STACK, settings });
    [team, others] = await Promise.all([TestWorkspace.create(stack), TestWorkspace.create(stack)]);
  });
  afterAll(async () => {
    front.close();
    front.closeAllConnections();
    await provider[Symbol.asyncDispose]();
    await stack.close();
    await Promise.all(made.map((folder) => rm(folder, { recursive: true })));
  });

  const admit = (workspace: TestWorkspace, subject: string, scope: Scope) =>
    runOperation(stack.services, 'addMembership', {
      workspaceId: workspace.id,
      issuer: provider.issuer,
      subject,
      scope,
    });

  /** State of the console in a browser. */
  interface Browser {
    cookies: Map<string, string>;
    proof: string;
  }

  /** As a page of the console asks. */
  async function ask(
    browser: Browser,
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ) {
    const response = await fetch(url + path, {
      method,
      headers: {
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-console-proof': browser.proof,
        'x-workspace-id': team.id,
        'sec-fetch-site': 'same-origin',
        ...(method === 'GET' ? {} : { origin: url, 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(cookie) ?? [];
      if (value === '') browser.cookies.delete(name);
      else browser.cookies.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, response, body: (text ? JSON.parse(text) : undefined) as never };
  }

  const newBrowser = (): Browser => ({ cookies: new Map(), proof: '' });

  const operate = (browser: Browser, operation: string, input: object = {}, workspace = team) =>
    ask(browser, 'POST', OPERATIONS, { body: { operation, input: { workspaceId: workspace.id, ...input } } });

  /** The steps of the page: it goes to the provider with a challenge, and comes back with the answer. */
  async function visitProvider(subject: string) {
    const { body: refused } = await ask(newBrowser(), 'GET', SESSION);
    const { login } = refused as {
      login: { authorization_endpoint: string; parameters: Record<string, string> };
    };
    const [state, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
    const page = new URL(login.authorization_endpoint);
    for (const [name, value] of Object.entries({
      ...login.parameters,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }))
      page.searchParams.set(name, value);
    const landed = new URL(await provider.logIn(page.href, subject));
    expect(landed.origin).toBe(url);
    return { query: landed.search, state, verifier };
  }

  async function logIn(subject: string) {
    const browser = newBrowser();
    const answer = await visitProvider(subject);
    const opened = await ask(browser, 'POST', SESSION, { body: answer });
    browser.proof = (opened.body as { proof?: string }).proof ?? '';
    return { browser, opened, answer };
  }

  verifies('console.aws.stack', async () => {
    for (const name of ENVIRONMENTS)
      expect(synthesized(name).assembly.ofType('AWS::CloudFront::Distribution')).toEqual([]);
    expect(assembly.size).toBeLessThanOrEqual(RESOURCES_MAX);
    const [[distribution] = ['']] = assembly.ofType('AWS::CloudFront::Distribution');
    const { DefaultCacheBehavior, CacheBehaviors, Origins } = assembly.resource(distribution).Properties[
      'DistributionConfig'
    ] as {
      DefaultCacheBehavior: object;
      CacheBehaviors: object[];
      Origins: object[];
    };
    expect(DefaultCacheBehavior).toMatchObject({ ViewerProtocolPolicy: 'redirect-to-https' });
    for (const behavior of CacheBehaviors)
      expect(behavior).toMatchObject({
        PathPattern: expect.stringMatching(/^\/(?:api|\.console)\/\*$/u) as string,
        ViewerProtocolPolicy: 'https-only',
        // AWS: CachingDisabled, AllViewerExceptHostHeader.
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      });
    expect(Origins).toHaveLength(3);
    for (const origin of Origins)
      expect(origin).toMatchObject(
        'CustomOriginConfig' in origin
          ? { CustomOriginConfig: { OriginProtocolPolicy: 'https-only' } }
          : { OriginAccessControlId: expect.anything() as object },
      );
    const [pages] = assembly.ofType('AWS::S3::Bucket').filter(([id]) => id.startsWith('Pages'));
    expect(pages?.[1].Properties).toMatchObject({
      BucketEncryption: {},
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    const [policy] = assembly.ofType('AWS::S3::BucketPolicy').filter(([id]) => id.startsWith('Pages'));
    const statements = JSON.stringify(policy?.[1].Properties['PolicyDocument']);
    expect(statements).toContain('"aws:SecureTransport":"false"');
    expect(statements).toMatch(/"s3:GetObject".*"cloudfront\.amazonaws\.com"/u);
    for (const path of ['/', '/search?q=x', '/memories/mem-1.2', '/wp-login.php']) {
      const page = await fetch(url + path);
      expect([page.status, page.headers.get('cache-control')], path).toEqual([200, 'no-store']);
      for (const [name, value] of Object.entries(CONSOLE_HEADERS))
        expect(page.headers.get(name), name).toBe(value);
      expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
      expect(await page.text()).toContain('<div id="console">');
    }
    const [script = ''] = /\/assets\/[\w-]+\.js/u.exec(await (await fetch(url)).text()) ?? [];
    const asset = await fetch(url + script);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/assets/none.js', '/assets/../built-from'])
      expect((await fetch(url + path)).headers.get('content-type') ?? '').not.toContain('javascript');
  });

  verifies(
    'console.aws.stack',
    async () => {
      await expect(synthesize({ ...environment, settings: {} })).rejects.toThrow(/set OAUTH_ISSUER/u);
    },
    { title: 'a console without logins fails the synthesis' },
  );

  verifies('console.aws.login', async () => {
    await admit(team, 'ada', 'admin');
    const { browser, opened, answer } = await logIn('ada');
    expect(opened.status).toBe(201);
    const cookies = opened.response.headers.getSetCookie();
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Host-wm_console=\S+; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=300$/u,
      ),
      expect.stringMatching(
        /^__Secure-wm_renewal=\S+; Path=\/\.console\/session; Secure; HttpOnly; SameSite=Strict; Max-Age=1209600$/u,
      ),
    ]);
    expect(cookies.join()).not.toContain(browser.proof);
    const { status, body } = await ask(browser, 'GET', SESSION);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      workspaces: [{ id: team.id, scope: 'admin', memories: 0 }],
      settings: {},
      memory_id_form: 'A',
    });
    // The API of this origin, with a slash at the end or without, and what it says of who wrote.
    const stored = await ask(browser, 'POST', '/api/v1/memories/store', {
      body: { title: 'Through the pages', narrative: 'By a login.', memory_type: 'decision' },
    });
    expect(stored.status).toBe(201);
    for (const path of ['/api/v1/memories', '/api/v1/memories/'])
      expect((await ask(browser, 'GET', path)).body, path).toMatchObject([{ title: 'Through the pages' }]);
    const { body: changes } = await ask(browser, 'GET', '/api/v1/changes/');
    expect(JSON.stringify(changes)).toContain('"author":"ada"');
    expect((await ask(browser, 'GET', '/api/v1/nothing')).status).toBe(404);

    // Of use from here only, with both halves, and once.
    const list = '/api/v1/memories/';
    const refused = [
      [401, { 'x-console-proof': '' }],
      [401, { 'x-console-proof': randomBytes(32).toString('base64url') }],
      [401, { cookie: '' }],
      [401, { cookie: '__Host-wm_console=nonsense' }],
      [401, { cookie: '', authorization: `Token ${team.key}` }],
      [403, { origin: 'https://evil.example' }],
      [403, { 'sec-fetch-site': 'cross-site' }],
      [403, { 'sec-fetch-site': 'same-site' }],
    ] as const;
    for (const [expected, headers] of refused)
      expect((await ask(browser, 'GET', list, { headers })).status, JSON.stringify(headers)).toBe(expected);
    expect((await ask(newBrowser(), 'POST', SESSION, { body: { query: 1 } })).status).toBe(422);
    expect((await ask(browser, 'PATCH', SESSION)).status).toBe(405);

    // Renewed without a question, for whoever has the proof.
    const before = browser.cookies.get('__Host-wm_console');
    browser.cookies.delete('__Host-wm_console');
    expect((await ask(browser, 'GET', list)).status).toBe(401);
    const stranger = { cookies: new Map(browser.cookies), proof: 'another' };
    expect((await ask(stranger, 'PUT', SESSION)).status).toBe(401);
    const renewed = await ask(browser, 'PUT', SESSION);
    expect(renewed.body).toMatchObject({ proof: browser.proof });
    expect(browser.cookies.get('__Host-wm_console')).not.toBe(before);
    expect((await ask(browser, 'GET', list)).status).toBe(200);

    // Signed out: here, and what could be renewed at the provider too.
    const kept = new Map(browser.cookies);
    const left = await ask(browser, 'DELETE', SESSION);
    expect([left.status, browser.cookies.size]).toEqual([204, 0]);
    expect((await ask(browser, 'GET', list)).status).toBe(401);
    expect((await ask({ ...browser, cookies: kept }, 'PUT', SESSION)).status).toBe(401);

    // The provider's answer is of use once, and to the page that asked for it.
    const redeem = (body: object) => ask(newBrowser(), 'POST', SESSION, { body });
    expect((await redeem(answer)).status).toBe(401);
    const another = await visitProvider('ada');
    for (const wrong of [{ state: 'another' }, { query: `?error=access_denied&state=${another.state}` }])
      expect((await redeem({ ...another, ...wrong })).status, JSON.stringify(wrong)).toBe(401);
    expect((await redeem({ ...another, verifier: randomBytes(32).toString('base64url') })).status).toBe(401);
    expect(stack.denied).toEqual([]);
  });

  verifies('console.aws.roles', async () => {
    const eve = await logIn('eve');
    expect([eve.opened.status, eve.opened.body]).toMatchObject([
      403,
      { detail: expect.stringContaining('subject eve') as string },
    ]);
    expect(eve.browser.cookies.size).toBe(0);
    await admit(team, 'rita', 'read');
    await admit(team, 'will', 'write');
    await admit(others, 'anna', 'admin');
    const [rita, will, anna] = await Promise.all(
      ['rita', 'will', 'anna'].map(async (subject) => (await logIn(subject)).browser),
    );
    if (!rita || !will || !anna) throw new Error('Nobody logged in.');
    const body = { title: 'Whose is it?', narrative: 'By its scope.', memory_type: 'decision' };
    expect((await ask(rita, 'POST', '/api/v1/memories/store', { body })).status).toBe(403);
    expect((await ask(will, 'POST', '/api/v1/memories/store', { body })).status).toBe(201);
    expect((await ask(will, 'GET', '/api/v1/keys/')).status).toBe(403);
    // As for every caller who names a workspace that is not its own.
    expect((await ask(anna, 'GET', '/api/v1/memories/')).status).toBe(400);
    for (const operation of [
      'showWorkspace',
      'listAttention',
      'listPruningCandidates',
      'listRememberedSymbols',
      'listTypeChanges',
      'outlineGraph',
      'sessionStatus',
    ])
      expect((await operate(rita, operation)).body, operation).toMatchObject({ ok: true });
    expect((await operate(rita, 'listAnswers', { query: 'whose' })).body).toMatchObject({ ok: true });
    const settled = { failure: { kind: 'upload', id: team.id }, settled: true };
    const login = { issuer: provider.issuer, subject: 'new', scope: 'read' };
    const statuses = await Promise.all(
      (
        [
          [rita, 'settleFailure', settled],
          [will, 'settleFailure', settled],
          [will, 'addMembership', login],
          [will, 'listMemberships', {}],
          [anna, 'showWorkspace', {}],
          [anna, 'showJobs', {}],
          [anna, 'createWorkspace', { name: 'mine' }],
          [anna, 'deleteWorkspace', { name: 'others' }],
          [anna, 'constructor', {}],
        ] as const
      ).map(async ([who, operation, input]) => (await operate(who, operation, input)).status),
    );
    expect(statuses).toEqual([403, 200, 403, 403, 400, 403, 403, 403, 403]);
    expect((await operate(anna, 'addMembership', login, others)).body).toMatchObject({
      ok: true,
      result: { workspace_id: others.id, subject: 'new' },
    });
    // Shut out at once, whatever the cookie says.
    await runOperation(stack.services, 'removeMembership', {
      workspaceId: team.id,
      issuer: provider.issuer,
      subject: 'rita',
    });
    expect((await ask(rita, 'GET', '/api/v1/memories/')).status).toBe(403);
    expect(stack.denied).toEqual([]);
  });

  describe.skipIf(chromium === undefined)('in a browser', () => {
    verifies(
      'console.aws.login',
      async () => {
        await admit(team, 'bea', 'read');
        await admit(others, 'bea', 'read');
        const browser = await openBrowser();
        try {
          const { page, complaints } = await openPage(browser, url);
          await page.goto(`${url}/search?q=pages`);
          await page.getByRole('button', { name: 'Log in' }).waitFor();
          expect(complaints).toEqual([]);
          await page.getByRole('button', { name: 'Log in' }).click();
          await page.getByPlaceholder(/login/iu).fill('bea');
          await page.getByPlaceholder(/password/iu).fill('anything');
          await page.getByRole('button').click();
          await page.getByRole('button', { name: 'Continue' }).click();
          // Back where it began, with nothing of the login in the address.
          await page.getByRole('searchbox').waitFor();
          expect(page.url()).toBe(`${url}/search?q=pages`);
          // Pages of the provider are its own.
          complaints.length = 0;
          // A reader is offered nothing that only writers may.
          expect(await page.getByRole('link', { name: 'New memory' }).count()).toBe(0);
          await page.getByRole('link', { name: 'Operation' }).first().click();
          await page.getByRole('heading', { name: 'Agents' }).waitFor();
          for (const name of ['Keys', 'Members', 'Background work', 'Settings in force'])
            expect(await page.getByRole('heading', { name }).count(), name).toBe(0);
          // Nor is a first memory, where there is none yet.
          await page.getByRole('combobox', { name: 'Workspace' }).selectOption(others.id);
          await page.getByRole('link', { name: 'Home' }).click();
          await page.getByText('You can read here, and not write').waitFor();
          expect(await page.getByRole('textbox').count()).toBe(0);
          await page.getByRole('link', { name: 'Operation' }).first().click();
          // Access has ended; nobody is asked.
          await page.context().clearCookies({ name: '__Host-wm_console' });
          await page.reload();
          await page.getByRole('heading', { name: 'Agents' }).waitFor();
          await page.getByRole('button', { name: 'Sign out' }).click();
          await page.getByRole('button', { name: 'Log in' }).waitFor();
          // The provider of this test has the same host, and its cookies.
          const left = (await page.context().cookies(url)).map(({ name }) => name);
          expect(left.filter((name) => name.includes('wm_'))).toEqual([]);
          expect(complaints).toEqual([]);
        } finally {
          await browser.close();
        }
      },
      { title: 'somebody logs in, looks around, is renewed and signs out' },
    );
  });
});
