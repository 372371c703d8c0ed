import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { redactSecrets } from '@memory/redact';
import { portionOf } from '../../support/portion.ts';

const root = join(import.meta.dirname, '../../..');
// Tests hold made-up secrets, and the redaction itself names the forms it looks for; nothing else we write has any.
const files = execFileSync('git', ['ls-files', '--', 'packages', 'functions', 'infra', '*.json'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(?:ts|json|sql)$/.test(file) && !/^(?:test|packages\/redact)\//.test(file))
  // The index still lists what the work tree has already deleted.
  .filter((file) => existsSync(join(root, file)));

test("nothing in this repository's sources looks like a secret: hashes, UUIDs and identifiers survive", () => {
  const changed = portionOf(files, 3).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      // Comments may show these two forms, always in these words.
      .replace(/<\/?private>|user:password@/g, '')
      .split('\n')
      .filter((line) => redactSecrets(line).kinds.length > 0)
      .map((line) => `${file}: ${line}`),
  );
  expect(files.length).toBeGreaterThan(30);
  expect(changed).toEqual([]);
});
