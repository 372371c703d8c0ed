import { describe, expect, test } from 'vitest';
import { toValidationIssues, VALIDATION_ISSUE_TYPES } from '@memory/contracts';
import * as z from 'zod';
import { captureLog } from '../../support/capture-log.ts';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { unknownRef } from '../../support/unknown-ref.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

/** A database whose statements fail once the key has been checked. */
function failAfterAuthentication(service: TestWorkspace, error: Error) {
  let statements = 0;
  return new Proxy(service.services.db, {
    get(db, property, receiver) {
      if (property !== 'execute') return Reflect.get(db, property, receiver) as unknown;
      statements += 1;
      if (statements % 2 === 0) return () => Promise.reject(error);
      return (Reflect.get(db, property, receiver) as CallableFunction).bind(db) as unknown;
    },
  });
}

const SECRET = 'the secret in the statement';

const withCause = (message: string, cause: object): Error =>
  Object.assign(new Error(message), { name: 'DrizzleQueryError', cause });

describe('failures', () => {
  verifies.formA('errors.shape.500', async ({ service }) => {
    const failures = [
      new TypeError(SECRET),
      withCause(
        `Failed query: insert … params: ${SECRET}`,
        Object.assign(new Error(SECRET), { code: '22021' }),
      ),
    ];
    for (const failure of failures) {
      const { log, lines } = captureLog();
      await using variant = await serveVariant(service, {
        db: failAfterAuthentication(service, failure),
        log,
      });
      const reply = await variant.service.get('/api/v1/memories');
      expect(reply.status).toBe(500);
      expect(reply.body).toEqual({ detail: expect.any(String) });
      expect(reply.text).not.toContain(SECRET);
      expect(reply.text).not.toMatch(/TypeError|Drizzle|22021|\.ts|select/u);
      const requestId = reply.headers.get('x-request-id');
      expect(requestId).toBeTruthy();
      expect(lines.find(({ level }) => level === 'error')?.fields).toMatchObject({ requestId });
    }
  });

  verifies.formA('errors.shape.503', async ({ service }) => {
    const failures = [
      withCause('Failed query', Object.assign(new Error('asleep'), { name: 'DatabaseResumingException' })),
      withCause('Failed query', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
      withCause('Failed query', Object.assign(new Error('too many'), { code: '53300' })),
      withCause('Failed query', new Error('ERROR: canceling statement; SQLState: 57014')),
      withCause('Failed query', Object.assign(new Error('ended'), { name: 'StatementTimeoutException' })),
    ];
    for (const [at, failure] of failures.entries()) {
      await using variant = await serveVariant(service, { db: failAfterAuthentication(service, failure) });
      const reply = await variant.service.get('/api/v1/memories');
      expect(reply.status).toBe(503);
      expect(reply.body).toEqual({
        detail: expect.stringMatching(at < 3 ? /waking up or busy/u : /took too long .*; ask for less/u),
      });
      expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/u);
      expect(reply.headers.get('x-request-id')).toBeTruthy();
    }
  });

  verifies.formA('faults.disk-full', async ({ service }) => {
    const full = withCause('Failed query', Object.assign(new Error('could not extend'), { code: '53100' }));
    await using variant = await serveVariant(service, { db: failAfterAuthentication(service, full) });
    const reply = await variant.service.get('/api/v1/memories');
    expect(reply.status).toBe(503);
    expect(reply.body).toEqual({ detail: expect.stringMatching(/disk of the service is full/u) });
  });
});

describe('validation', () => {
  verifies.formA(
    [
      'errors.shape.validation',
      'errors.validation.all-faults',
      'errors.validation.loc-body',
      'errors.validation.type-list',
    ],
    async ({ service }) => {
      const reply = await service.post('/api/v1/memories/store', {
        title: '',
        tags: ['fine', 7, 'x'.repeat(256)],
        concepts: 'c',
        importance_score: 2,
        confidence_score: 'high',
        memory_type: 'fact',
      });
      expect(reply.status).toBe(422);
      expect(Object.keys(reply.body)).toEqual(['detail']);
      const detail = reply.body.detail as { loc: (string | number)[]; msg: string; type: string }[];
      expect(detail.map(({ loc }) => loc)).toEqual([
        ['body', 'title'],
        ['body', 'narrative'],
        ['body', 'memory_type'],
        ['body', 'tags', 1],
        ['body', 'tags', 2],
        ['body', 'concepts'],
        ['body', 'importance_score'],
        ['body', 'confidence_score'],
      ]);
      for (const issue of detail) {
        expect(Object.keys(issue).sort()).toEqual(['loc', 'msg', 'type']);
        expect(issue.msg.length).toBeGreaterThan(5);
        expect(VALIDATION_ISSUE_TYPES).toContain(issue.type);
      }
      expect(detail.map(({ type }) => type)).toEqual([
        'string_too_short',
        'missing',
        'enum',
        'string_type',
        'string_too_long',
        'list_type',
        'less_than_equal',
        'float_type',
      ]);
    },
  );

  verifies.formA('errors.validation.type-list', async ({ service }) => {
    const document = (await service.get('/api/v1/openapi.json')).body as {
      components: { schemas: Record<string, { properties: { type: { enum: string[] } } }> };
    };
    expect(document.components.schemas['ValidationIssue']?.properties.type.enum).toEqual([
      ...VALIDATION_ISSUE_TYPES,
    ]);
  });

  verifies.formA(['errors.validation.loc-path', 'http.strings.nul-422'], async ({ service }) => {
    expect(await service.delete('/api/v1/code/repositories/a%00b')).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['path', 'name'], type: 'string_unicode' }] },
    });
    // An identifier that cannot be one is as good as unknown.
    expect((await service.get('/api/v1/memories/%00')).status).toBe(404);
    expect((await service.get('/api/v1/sessions/%00')).status).toBe(404);
  });
});

describe('not found', () => {
  verifies(['errors.shape.not-found', 'errors.404.foreign-equals-unknown'], async ({ service, other }) => {
    const theirs = service.ref(await other.store());
    const unknown = unknownRef(service.form);
    const calls: [string, string, unknown?][] = [
      ['GET', '/api/v1/memories/*'],
      ['PATCH', '/api/v1/memories/*', { title: 'x' }],
      ['DELETE', '/api/v1/memories/*'],
      ['POST', '/api/v1/memories/*/access'],
      ['POST', '/api/v1/memories/*/retrieval'],
      ['POST', '/api/v1/memories/*/feedback', { useful: true }],
      ['POST', '/api/v1/memories/batch-delete', { memory_ids: ['*'] }],
    ];
    for (const [method, path, body] of calls) {
      const answer = async (ref: string) => {
        const rawBody = body === undefined ? undefined : JSON.stringify(body).replace('*', ref);
        const { status, text, headers } = await service.request(method, path.replace('*', ref), { rawBody });
        if (status === 404) expect(JSON.parse(text)).toEqual({ detail: expect.stringContaining(ref) });
        const names = [...headers.keys()].filter((name) => name !== 'date').sort();
        return { status, text: text.replaceAll(ref, '<ref>'), names };
      };
      const foreign = await answer(theirs);
      expect(foreign).toEqual(await answer(unknown));
      expect(foreign.status).toBe(path.includes('batch') ? 200 : 404);
    }
  });
});

test('an unknown kind of issue still has a documented type', () => {
  const parsed = z.object({ at: z.email() }).safeParse({ at: 'nowhere' });
  expect(toValidationIssues('body', parsed.error?.issues ?? [])).toMatchObject([{ type: 'value_error' }]);
});
