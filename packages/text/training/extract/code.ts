import type { Clone } from './git.ts';
import { onOneLine, plain, type PairFile } from './pairs.ts';

const SOURCES = /\.(?:py|go|ts|tsx|js|mjs|java|rs|rb|php|scala|kt)$/u;
const NO_SOURCES =
  /(?:^|\/)(?:node_modules|vendor|third_party|testdata|fixtures?|dist|generated|migrations|locale|tests?|__tests__|spec)\/|_test\.go$|\.pb\.go$|\.min\.js$|\.d\.ts$|(?:^|\/)test_/iu;
const BYTES_MAX = 150_000;
/** Of one repository. */
const PAIRS_MAX = 25_000;
const BODY_LINES = 18;
const COMMENT_LINES = 40;

const DEFINITION: Record<string, RegExp> = {
  py: /^\s*(?:async )?def (\w+)\(/u,
  go: /^func (?:\([^)]*\) )?(\w+)\(/u,
  rs: /^\s*(?:pub(?:\([^)]*\))? )?(?:const |async |unsafe )*(?:fn|struct|enum|trait) (\w+)/u,
  rb: /^\s*def (?:self\.)?(\w+)/u,
  other:
    /^\s*(?:(?:export|default|public|private|protected|static|final|async|abstract|override|function|const|readonly)\s+)*(?:[\w<>[\],.?]+\s+){0,2}(\w+)\s*(?:=\s*(?:async\s*)?)?\(/u,
};
const NO_NAMES = new Set(['if', 'for', 'while', 'switch', 'return', 'describe', 'it', 'test', 'require']);

/** Comments above definitions, and docstrings, with the words of the code. */
export function extractCode(clone: Clone, pairs: PairFile): void {
  const before = pairs.count;
  const blobs = clone.list(SOURCES, BYTES_MAX).filter(({ path }) => !NO_SOURCES.test(path));
  for (const { path, text } of clone.read(blobs)) {
    const ending = path.slice(path.lastIndexOf('.') + 1);
    const lines = text.split('\n');
    for (const { comment, at } of ending === 'py' ? docstrings(lines) : comments(lines, ending)) {
      const name = (DEFINITION[ending] ?? DEFINITION['other'])?.exec(lines[at] ?? '')?.[1];
      if (name && !NO_NAMES.has(name))
        addCode(pairs, name, comment, lines.slice(at, at + BODY_LINES).join(' '));
    }
    if (pairs.count - before > PAIRS_MAX) return;
  }
}

function addCode(pairs: PairFile, name: string, comment: string, code: string): void {
  const [paragraph = ''] = comment
    .trim()
    .split(/\n\s*\n|\n\s*(?:@|:param|:return|Args:|Returns:|Parameters|Example)/u);
  const said = plain(paragraph.replaceAll(/\{@\w+\s+([^}]*)\}/gu, '$1'));
  // In Go the comment begins with the name.
  const text = said.toLowerCase().startsWith(`${name.toLowerCase()} `) ? said.slice(name.length + 1) : said;
  if (text.length < 15 || text.length > 400 || text.split(' ').length < 3) return;
  if (/copyright|eslint|TODO|license/iu.test(text)) return;
  pairs.add(text, `${name} ${onOneLine(code.replaceAll(/[^\w.\-/#]+/gu, ' ')).slice(0, 600)}`, 'code', {
    most: 1,
  });
}

interface Commented {
  comment: string;
  /** The line of the definition. */
  at: number;
}

function* comments(lines: readonly string[], ending: string): Generator<Commented> {
  const mark = { go: '//', rs: '///', rb: '#' }[ending];
  let comment: string[] = [];
  let isOpen = false;
  for (const [at, line] of lines.entries()) {
    const text = line.trim();
    if (mark ? text.startsWith(mark) : isOpen || text.startsWith('/**')) {
      comment.push(mark ? text.slice(mark.length).trim() : text.replaceAll(/^\/?\*+\/? ?|\*\/$/gu, ''));
      isOpen = !mark && !text.includes('*/');
    } else if (comment.length > 0 && !/^(?:@|#\[|$)/u.test(text)) {
      if (line.length < 400) yield { comment: comment.join('\n'), at };
      comment = [];
    }
  }
}

function* docstrings(lines: readonly string[]): Generator<Commented> {
  for (const [at, line] of lines.entries()) {
    if (!DEFINITION['py']?.test(line)) continue;
    let start = at;
    while (start < at + 8 && !(lines[start] ?? '').trimEnd().endsWith(':')) start += 1;
    const [, quote, first = ''] = /^[ru]?("""|''')(.*)$/u.exec((lines[start + 1] ?? '').trim()) ?? [];
    if (!quote) continue;
    const rest = first.includes(quote) ? [] : lines.slice(start + 2, start + 2 + COMMENT_LINES);
    const comment = [first, ...rest.map((each) => each.trim())].join('\n');
    yield { comment: (comment.split(quote)[0] ?? '').trim(), at };
  }
}
