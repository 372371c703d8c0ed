import { statementHash } from '@memory/db';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { layOut } from './support/queries/lay-out.ts';
import { sampledCalls } from './support/queries/statements.ts';

/**
 * Prints the statements of repository functions as they are sent, so that one can read a statement that is made of pieces:
 * `npm run queries searchMemories`, `npm run queries code/ sessions/`. With `--out DIR` a file a call: CI compares two
 * such folders.
 */
const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' } },
});
for await (const { name, function: run, file, statements } of sampledCalls(wanted)) {
  const head = `-- ${run} in packages/db/src/${file}`;
  const text = `${[head, ...statements.map(({ sql }) => `-- ${statementHash(sql)}\n${layOut(sql)}`)].join('\n\n')}\n`;
  if (values.out === undefined) console.log(text);
  else {
    const path = join(values.out, `${name}.sql`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
