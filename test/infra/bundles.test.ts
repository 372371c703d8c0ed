import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { routeEntries } from '@memory/contracts';
import { allFunctions } from '../../infra/functions.ts';

interface BundleFacts {
  bytes: { start: number; total: number };
  modules: string[];
}

const bundles = JSON.parse(readFileSync(join(inject('assembly'), 'bundles.json'), 'utf8')) as Record<
  string,
  BundleFacts
>;

/** Clients of AWS beside that of the database, each in the file that loads it. */
const CLIENTS = {
  sqs: '@aws-sdk/client-sqs/',
  s3: '@aws-sdk/client-s3/',
  bedrock: '@aws-sdk/client-bedrock-runtime/',
};

test('no bundle holds what only the local server or a deployment runs on', () => {
  for (const [name, { modules }] of Object.entries(bundles))
    expect(
      modules.filter((path) =>
        /pglite|node_modules\/pg\/|@huggingface|aws-cdk|credential-provider-sso/u.test(path),
      ),
      name,
    ).toEqual([]);
});

test('a function has the clients that it uses and no others', () => {
  for (const { name, loads } of allFunctions) {
    const found = Object.entries(CLIENTS).flatMap(([client, path]) =>
      bundles[name]?.modules.some((each) => each.includes(path)) ? [client] : [],
    );
    expect(found.toSorted(), name).toEqual(loads.filter((each) => each in CLIENTS).toSorted());
  }
});

/** Rows that split text into words, and so hold the stemmers of all languages. */
const SPLITTING = new Set(
  `addGlossaryGroup exploreGraph getStats importRecords ingestBatch ingestDocument reopenGround searchMemories settleGround
  storeCodeFiles storeMemory tellMoment undoChanges updateMemory`.split(/\s+/u),
);

test('what a REST handler reads at its start has at most 314 kB, and 490 where it splits text into words', () => {
  for (const [name] of routeEntries)
    // The description of the interface holds all schemas and is asked for seldom.
    expect(bundles[name]?.bytes.start, name).toBeLessThanOrEqual(
      name === 'getOpenapi' ? 400_000 : SPLITTING.has(name) ? 490_000 : 314_000,
    );
});
