import { expect } from 'vitest';
import * as z from 'zod';
import { routeEntries, type RouteName } from '@memory/contracts';
import { toolEntries, toolInput } from '@memory/contracts/tools';
import { runOperation } from '@memory/service';
import { everythingStored } from '../../support/everything-stored.ts';
import { connectClient } from '../../support/clients/mcp-client.ts';
import { requestPath } from '../../support/clients/request-path.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { indexSources } from '../../support/seeds/code-repository.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

// Put together here, so that no scanner takes this file for a leak.
const secretOf = (seed: number) =>
  `ghp_${`${seed}Zr9Kx2Tb8Vn4Yc6Hd5JfGpLsNeRtUvAaBbCcDd`.padEnd(36, 'q').slice(0, 36)}`;

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  format?: string;
  pattern?: string;
  minimum?: number;
}

/** A value of a schema with a secret in each text that a caller may choose; `known` are the fields that name something. */
function filled(
  schema: JsonSchema,
  secret: string,
  known: Record<string, unknown>,
  root = schema,
  name = '',
): unknown {
  if (Object.hasOwn(known, name)) return known[name];
  const go = (inner: JsonSchema, field = name) => filled(inner, secret, known, root, field);
  if (schema.$ref) return go(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const either = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (either) return go(either.find(({ type }) => type !== 'null') ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'array') return [go(schema.items ?? {})];
  if (schema.type === 'integer' || schema.type === 'number')
    return schema.default ?? Math.max(schema.minimum ?? 0, 0);
  if (schema.type === 'boolean') return schema.default ?? true;
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([field, inner]) => [field, go(inner, field)]),
    );
  if (schema.type === 'object')
    return { [secret]: secret, password: 'hunter2-hunter2', nested: [{ deep: `x ${secret}` }] };
  if (schema.type === 'string' && (schema.format || schema.pattern)) return schema.default;
  return `text with ${secret} in it`;
}

async function prepare(service: TestWorkspace): Promise<Record<string, unknown>> {
  const source = service.ref(await service.store({ title: 'First', narrative: 'One.' }));
  const target = service.ref(await service.store({ title: 'Second', narrative: 'Two.' }));
  const session_id = `s-${service.id}`;
  await service.post('/api/v1/sessions/start', { session_id });
  return {
    source_id: source,
    target_id: target,
    ref: source,
    id: source,
    memory_id: source,
    supersedes: [target],
    source_session_id: session_id,
    relationship_type: 'depends_on',
    observations: undefined,
    documents: undefined,
    expires_at: '2099-01-01T00:00:00Z',
    workspace_id: service.id,
    language: 'typescript',
    path: 'src/a.ts',
    parent: null,
    class_name: null,
    session_id,
  };
}

/** A memory whose code has changed since. */
async function changedGround(service: TestWorkspace): Promise<string> {
  const source = 'export function priceOf(item: string) {\n  return item.length * 3;\n}\n';
  await indexSources(service, { 'src/prices.ts': source });
  const memory = await service.store({ title: 'Prices', narrative: 'The shop charges by `priceOf`.' });
  await service.runJobs();
  await indexSources(service, { 'src/prices.ts': source.replace('* 3', '* 4') });
  return service.ref(memory);
}

/** Lists whose items are judged one by one have no schema of their own in the request's. */
const itemsOf = (secret: string) => ({
  observations: [
    { content: `saw ${secret}`, kind: secret, tool_name: secret, files: [secret], event_id: secret },
  ],
  documents: [
    {
      title: `T ${secret}`,
      content: `# H ${secret}\n\n<p>${secret}</p>`,
      source: `docs/${secret}.md`,
      tags: [secret],
    },
  ],
});

/** These take part in the walk with a body of their own: their fields must agree with each other. */
const OTHER: ReadonlySet<string> = new Set<RouteName>([
  'batchDeleteMemories',
  'storeCodeFiles',
  'undoChanges',
]);

verifies('secrets.every-route', async ({ service }) => {
  const known = await prepare(service);
  let walked = 0;
  for (const [index, [name, route]] of routeEntries.entries()) {
    if (!route.body || route.rate === 'read' || route.method === 'DELETE' || OTHER.has(name)) continue;
    const secret = secretOf(index + 10);
    const schema = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    const own = {
      ...known,
      ...itemsOf(secret),
      ...(name === 'startSession' ? { session_id: `x ${secret}` } : {}),
      // Something is declared of the pair that the others name.
      ...(name === 'settleContradiction' ? { source_id: service.ref(await service.store()) } : {}),
      // Only a new text goes with it.
      ...(name === 'settleGround'
        ? { memory_id: await changedGround(service), verdict: 'updated', replaced_by: undefined }
        : {}),
      // Of an indexed repository, and what is no hash is refused.
      ...(name === 'storeAnchors'
        ? {
            memory_id: await changedGround(service),
            repository: 'shop',
            grounded_at: '2026-01-01T00:00:00Z',
            anchors: [
              {
                path: `src/${secret}.ts`,
                name: secret,
                kind: 'symbol',
                reason: 'named',
                signature_hash: null,
                body_hash: '0123456789',
              },
            ],
          }
        : {}),
      ...(name === 'reportBranches'
        ? {
            clone: '0123456789',
            branches: [
              { name: `b ${secret}`, state: 'merged', tip: null, whole_id: null, commit_ids: [], pull: null },
            ],
          }
        : {}),
      // Of a reply before, where there was one.
      ...(name === 'forget' ? { after: undefined } : {}),
      ...(name === 'addGlossaryGroup' ? { terms: [`word ${secret}`, `term ${secret}`] } : {}),
    };
    const path = requestPath(route.path, own as unknown as Record<string, string>);
    const reply = await service.request(route.method, path, { body: filled(schema, secret, own) });
    expect(reply.status, `${name} ${reply.text}`).toBeLessThan(300);
    expect(reply.text, name).not.toContain(secret);
    if (JSON.stringify(filled(schema, secret, own)).includes(secret)) {
      expect(Number(reply.headers.get('x-redacted-secrets')), name).toBeGreaterThan(0);
      walked += 1;
    }
  }
  expect(walked).toBeGreaterThanOrEqual(9);
  await service.runJobs();
  const stored = await everythingStored(service);
  expect(stored).toContain('[redacted:github-token]');
  expect(stored).not.toContain('ghp_');
  expect(stored).not.toContain('hunter2');
  expect((await service.get('/api/v1/export')).text).not.toContain('ghp_');
});

verifies('secrets.every-tool', async ({ service }) => {
  const known = await prepare(service);
  const client = await connectClient(service);
  let told = 0;
  for (const [index, [name, row]] of toolEntries.entries()) {
    if (row.rate === 'read' || !row.transports.includes('http')) continue;
    const secret = secretOf(index + 50);
    const schema = z.toJSONSchema(toolInput(row, service.form), {
      io: 'input',
      unrepresentable: 'any',
    }) as JsonSchema;
    const args = filled(schema, secret, { ...known, ...itemsOf(secret) }) as Record<string, unknown>;
    const result = await client.callTool({ name, arguments: args });
    const text = JSON.stringify(result);
    expect(text, name).not.toContain(secret);
    if (!result.isError && JSON.stringify(args).includes(secret)) {
      expect(text, name).toContain('redacted_secrets');
      told += 1;
    }
  }
  expect(told).toBeGreaterThanOrEqual(4);
  await service.runJobs();
  expect(await everythingStored(service)).not.toContain('ghp_');
});

verifies('secrets.refuse', async ({ service }) => {
  const { services } = service.host;
  await runOperation(services, 'setSecretsPolicy', { workspaceId: service.id, secrets: 'refuse' });
  const secret = secretOf(1);
  const refused = await service.post('/api/v1/memories/store', {
    title: 'A key',
    narrative: `It is ${secret}.`,
    tags: ['a', secret],
  });
  expect(refused.status).toBe(422);
  expect(refused.text).not.toContain(secret);
  expect(refused.body.detail).toMatchObject([
    { loc: ['body', 'narrative'], msg: expect.stringContaining('github-token') },
    { loc: ['body', 'tags', 1] },
  ]);
  expect((await service.get('/api/v1/memories/')).body).toEqual([]);
  await runOperation(services, 'setSecretsPolicy', { workspaceId: service.id, secrets: 'replace' });
  const kept = await service.post('/api/v1/memories/store', {
    title: 'A key',
    narrative: `It is ${secret}.`,
  });
  expect(kept.status).toBe(201);
  expect(kept.headers.get('x-redacted-secrets')).toBe('1');
  expect(kept.body.narrative).toBe('It is [redacted:github-token].');
});

verifies('secrets.limits', async ({ service }) => {
  const title = 'x'.repeat(500 - 'PASSWORD=hunter22'.length) + ' PASSWORD=hunter2';
  const stored = await service.post('/api/v1/memories/store', { title, narrative: 'n' });
  expect(stored.status).toBe(201);
  const again = await service.post('/api/v1/memories/store', { title: stored.body.title, narrative: 'n' });
  expect(again.status).toBe(201);
});
