const WIDTH = 130;
const CLAUSE =
  /^(?:with|select|from|where|group by|order by|having|limit|offset|union|returning|insert|update|set|delete|values|on conflict|(?:left |cross )?join|\w+ as (?:not )?(?:materialized )?\()/u;

/**
 * A statement as its author broke it into lines, each as far in as its parentheses are deep, so that what the pieces of it
 * were indented by does not show. A line that is too long goes on after a comma. Parameters lose their numbers, since one more
 * would change all that follow.
 */
export function layOut(statement: string): string {
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
