import { statementHash } from '@memory/db';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { sampledCalls } from './support/queries/statements.ts';

const WIDTH = 130;
const CLAUSE =
  /^(?:with|select|from|where|group by|order by|having|limit|offset|union|returning|insert|update|set|delete|values|on conflict|(?:left |cross )?join|\w+ as (?:not )?(?:materialized )?\()/u;

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

/**
 * A statement as its author broke it into lines, each as far in as its parentheses are deep, so that what the pieces of it
 * were indented by does not show. A line that is too long goes on after a comma. Parameters lose their numbers, since one more
 * would change all that follow.
 */
function layOut(statement: string): string {
  const lines: string[] = [];
  let depth = 0;
  const text = statement.replaceAll(/\$\d+/gu, '$');
  for (const line of text.split('\n').flatMap((each) => brokenAtCommas(each.trim()))) {
    const bare = line.replaceAll(/'[^']*'|"[^"]*"/gu, '');
    const closedFirst = /^[)\]]*/u.exec(bare)?.[0].length ?? 0;
    lines.push(' '.repeat(2 * (depth - closedFirst) + (CLAUSE.test(line) ? 0 : 2)) + line);
    depth += bare.replaceAll(/[^([]/gu, '').length - bare.replaceAll(/[^)\]]/gu, '').length;
  }
  return lines.join('\n');
}

function brokenAtCommas(line: string): string[] {
  if (line.length <= WIDTH || line.startsWith('--')) return line === '' ? [] : [line];
  const comma = line.lastIndexOf(', ', WIDTH - 1);
  return comma < 0 ? [line] : [line.slice(0, comma + 1), ...brokenAtCommas(line.slice(comma + 2))];
}
