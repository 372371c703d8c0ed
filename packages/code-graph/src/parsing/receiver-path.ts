import { withoutEnd } from '@memory/text/without-end';

const lengthMax = 160;
const pathShape = /^[$@#\w]+(?:\(\))?(?:\.(?:[$@#\w]+(?:\(\))?|\*))*$/;
const literalStart = /^(?:[brfu]{0,2}["'`]|\d|\[|\{|\/|:\w)/i;

/** A module of CommonJS where it is asked for. */
const required = /^require\(["']([^"'()]+)["']\)/u;

/**
 * An expression in the notation of CallReference.receiver: `a?.b(1).c`, `A::b`, `$this->c` become `a.b().c`, `A.b`, `$this.c`.
 * @returns `""` for a literal and the empty string for what cannot be written so
 */
export function receiverPath(expression: string): string {
  const text = expression.trim();
  if (literalStart.test(text)) return '""';
  if (text.length > 4_000) return '';
  const [asked, specifier = ''] = required.exec(text) ?? [];
  if (asked !== undefined && asked.length <= lengthMax) {
    // A path of names has no dots in its names.
    const rest = asked === text ? 'x' : receiverPath(`x${text.slice(asked.length)}`);
    return rest.startsWith('x') ? `require(${specifier.replaceAll('.', ':')})${rest.slice(1)}` : '';
  }
  const dotted = withoutArguments(unwrapped(text))
    // What type arguments leave behind: `Vec::<u8>::new()`, `a.collect::<B>()`.
    .replaceAll('::::', '::')
    .replaceAll('::(', '(')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/ ?(?:\?\.|!\.|\?->|->|::|\\|\.) ?/g, '.');
  const path = withoutEnd(dotted, '!?.').replace(/^\.+/, '');
  return path.length <= lengthMax && pathShape.test(path) ? path : '';
}

/** Without `await`, `new`, `&`, `*` and the parentheses around the whole. */
function unwrapped(text: string): string {
  let inner = text;
  for (;;) {
    const next = inner.replace(/^(?:await\s+|new\s+|[&*]+\s*(?:mut\s+)?)/, '').trim();
    const bare = /^\([^()]*\)$/.test(next) || /^\((?:await|new)\s[^()]*\([^()]*\)\)$/.test(next);
    const stripped = bare ? next.slice(1, -1).trim() : next;
    if (stripped === inner) return inner;
    inner = stripped;
  }
}

const closers: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Arguments become `()`; type arguments, bodies and indexes go, an index leaving a mark that no path has. */
function withoutArguments(text: string): string {
  let out = '';
  const open: string[] = [];
  // Literals hold brackets that open nothing; an apostrophe of Rust begins a lifetime.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\.)'|[^]/gu)) {
    const inType = open.length === 0 || open.at(-1) === '>';
    // Among arguments `<` compares more often than it opens.
    if (token !== '<' ? token in closers : inType) {
      if (open.length === 0) out += token === '(' ? '()' : token === '[' ? '[' : '';
      open.push(closers[token] ?? '');
    } else if (token === open.at(-1) && !(token === '>' && out.endsWith('-'))) {
      open.pop();
    } else if (open.length === 0) {
      out += token;
    }
  }
  return out.replaceAll('().()', '()').replaceAll('()()', '[');
}
