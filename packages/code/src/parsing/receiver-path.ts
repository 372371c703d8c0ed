import { withoutEnd } from '@memory/text/without-end';

const lengthMax = 160;
const pathShape = /^[$@#\w]+(?:\(\))?(?:\.[$@#\w]+(?:\(\))?)*$/;
const literalStart = /^(?:[brfu]{0,2}["'`]|\d|\[|\{|\/|:\w)/i;

/**
 * An expression in the notation of CallReference.receiver: `a?.b(1).c`, `A::b`, `$this->c` become `a.b().c`, `A.b`, `$this.c`.
 * @returns `""` for a literal and the empty string for what cannot be written so
 */
export function receiverPath(expression: string): string {
  const text = expression.trim();
  if (literalStart.test(text)) return '""';
  if (text.length > 4_000) return '';
  const dotted = withoutArguments(unwrapped(text))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/ ?(?:\?\.|!\.|\?->|->|::|\\|\.) ?/g, '.');
  const path = withoutEnd(dotted, '!?').replace(/^\.+/, '');
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

/** Arguments become `()`; type arguments, bodies and indexes go, an index leaving a mark that no path has. */
function withoutArguments(text: string): string {
  let out = '';
  let depth = 0;
  for (const character of text) {
    // In braces stands the body of an anonymous class, or the fields of a value.
    if (character === '(' || character === '[' || character === '<' || character === '{') {
      if (depth === 0) out += character === '(' ? '()' : character === '[' ? '[' : '';
      depth += 1;
    } else if (
      character === ')' ||
      character === ']' ||
      character === '}' ||
      (character === '>' && !out.endsWith('-'))
    ) {
      depth -= depth > 0 ? 1 : 0;
    } else if (depth === 0) {
      out += character;
    }
  }
  return out.replaceAll('().()', '()').replaceAll('()()', '[');
}
