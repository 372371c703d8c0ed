import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { MEMORY_ID_FORMS, routeEntries } from '@memory/contracts';
import { createOpenApiDocument } from '@memory/contracts/openapi';
import { allToolEntries, toolJsonSchemas } from '@memory/contracts/tools';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { requirements, type RequirementId } from '../requirements.ts';
import { citedRequirements } from '../support/cited-requirements.ts';

const ROOT = new URL('../../', import.meta.url);
/** Tests that run in both forms: the files that say so, without the tests of theirs that run in form A alone. */
const sources = globSync('test/{api,jobs,mcp}/**/*.test.ts', { cwd: ROOT.pathname })
  .map((file) => ({ file, source: readFileSync(new URL(file, ROOT), 'utf8') }))
  .filter(({ source }) => source.includes('verifiesInBothForms('))
  .map(({ file, source }) => ({ file, source: withoutFormA(file, source) }));

function withoutFormA(file: string, source: string): string {
  let rest = source;
  new Visitor({
    CallExpression({ callee, start, end }) {
      if (source.slice(callee.start, callee.end) !== 'verifies.formA') return;
      rest = rest.slice(0, start) + 'void 0'.padEnd(end - start) + rest.slice(end);
    },
  }).visit(parseSync(file, source).program);
  return rest;
}

type Json = Record<string, unknown>;

const documents = MEMORY_ID_FORMS.map(
  (form) => createOpenApiDocument({ form, version: '0.0.0' }) as unknown as Json,
);

/** An operation as a document describes it, with its references followed; a schema may hold itself, so each is followed once. */
function describedOperation(document: Json, path: string, method: string): string {
  const followed = new Set<string>();
  const follow = (_: string, value: unknown): unknown => {
    const ref = (value as { $ref?: string } | null)?.$ref;
    if (!ref || followed.has(ref)) return value;
    followed.add(ref);
    return ref
      .split('/')
      .slice(1)
      .reduce((node, name) => node[name] as Json, document);
  };
  return JSON.stringify((document['paths'] as Record<string, Json>)[path]?.[method.toLowerCase()], follow);
}

/** Whether a test's source requests an operation: by its path, or by one that ends in a word which the source has in quotes. */
function requests(source: string, method: string, path: string): boolean {
  const named = new Map(
    [...source.matchAll(/const (\w+) = '(\/api[^']*)'/gu)].map(([, name, text]) => [name, text]),
  );
  const calls = [...source.matchAll(/\.(get|post|patch|delete)\(\s*(?:[`'](\/api[^`'?]*)|(\w+))/gu)];
  const filled = path.replaceAll(/\{\w+\}/gu, '$');
  const last = path.slice(path.lastIndexOf('/') + 1);
  return calls.some(([, verb, literal, name]) => {
    const asked = (literal ?? named.get(name))?.replaceAll(/\$\{[^}]*\}/gu, '$').replace(/(?<=\w)\$$/u, '');
    if (asked === undefined || verb !== method.toLowerCase()) return false;
    return asked === filled || (`${asked.slice(0, -1)}${last}` === filled && source.includes(`'${last}'`));
  });
}

test('every operation that differs between the forms is requested by a test that runs in both', () => {
  const differing = routeEntries.filter(([, { path, method }]) => {
    const [first, second] = documents.map((document) => describedOperation(document, path, method));
    return first !== second || first?.includes('in form B');
  });
  expect(differing.length).toBeGreaterThan(15);
  const untested = differing.filter(
    ([, { method, path }]) => !sources.some(({ source }) => requests(source, method, path)),
  );
  expect(untested.map(([name]) => name)).toEqual([]);
});

test('every requirement about a form is proven in both', () => {
  // test/infra starts the stack in each form by itself.
  const about = (id: RequirementId) =>
    !id.startsWith('aws.') && /\bform [AB]\b|identifier form/u.test(requirements[id].text);
  const cited = new Set(
    sources.flatMap(({ file, source }) => {
      const { ids, whole } = citedRequirements(file, source);
      return [...ids, ...whole];
    }),
  );
  const ids = (Object.keys(requirements) as RequirementId[]).filter(about);
  expect(ids.length).toBeGreaterThan(10);
  expect(ids.filter((id) => !cited.has(id))).toEqual([]);
});

test('what clients read of the interface changes on purpose alone', () => {
  const digest = (value: unknown) =>
    createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
  const tools = MEMORY_ID_FORMS.map((form) =>
    allToolEntries.map(([name, row]) => [
      name,
      row.title,
      row.description,
      row.hints,
      toolJsonSchemas(row, form),
    ]),
  );
  expect({ openapi: documents.map(digest), tools: tools.map(digest) }).toMatchInlineSnapshot(`
    {
      "openapi": [
        "0c3c91aab00c7541",
        "b00035a54607de39",
      ],
      "tools": [
        "b817af7a86bcfc0a",
        "3fc2a28627d8f51b",
      ],
    }
  `);
});
