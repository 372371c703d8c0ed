/** A stretch of SQL. `opaque` is what a parameter or a `;` cannot be in: strings, quoted identifiers and comments. */
export interface SqlToken {
  kind: 'parameter' | 'semicolon' | 'opaque' | 'comment' | 'space' | 'code';
  text: string;
}

/** First pattern that matches at a position wins; a word swallows its `$`, so that `a$b$` opens no dollar quote. */
const PATTERNS: [SqlToken['kind'], RegExp][] = [
  ['space', /\s+/y],
  ['comment', /--[^\n]*/y],
  ['opaque', /[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)/y],
  ['opaque', /'(?:[^']|'')*(?:'|$)/y],
  ['opaque', /"(?:[^"]|"")*(?:"|$)/y],
  ['opaque', /\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$[\s\S]*?(?:\$\1\$|$)/y],
  ['code', /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ['code', /\$\d+/y],
  ['code', /[\d.]+/y],
  ['code', /::|:=/y],
  ['parameter', /:\w+/y],
  ['semicolon', /;/y],
];

/** Splits SQL by PostgreSQL's lexical rules; the texts of the tokens joined are the input. */
export function tokeniseSql(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  let position = 0;
  while (position < sql.length) {
    const token = sql.startsWith('/*', position) ? blockComment(sql, position) : matchAt(sql, position);
    tokens.push(token);
    position += token.text.length;
  }
  return tokens;
}

function matchAt(sql: string, position: number): SqlToken {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = position;
    const text = pattern.exec(sql)?.[0];
    if (text) return { kind, text };
  }
  return { kind: 'code', text: sql.charAt(position) };
}

/** Block comments nest in PostgreSQL, which no regular expression follows. */
function blockComment(sql: string, start: number): SqlToken {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start;
  let depth = 0;
  for (let match = edge.exec(sql); match; match = edge.exec(sql)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return { kind: 'comment', text: sql.slice(start, edge.lastIndex) };
  }
  return { kind: 'comment', text: sql.slice(start) };
}
