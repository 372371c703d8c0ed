import type { Finding } from '../values.ts';

const HEADER =
  /----(?:-BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-| BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY )----/g;

// Line breaks may be written out (`\n`), as in JSON and environment files; lines may begin with a mark, or be strings that are
// joined. A short last line counts only right before the footer, so that words behind a key that was cut off stay. Numbers,
// paths and other beginnings by which a program prints lines are taken away by the reading.
const BODY =
  /(?:\s+|\\+[nr]|["'`+>#*|,]{1,3}(?=[\s"'\\A-Za-z0-9+/]|----[- ]END)|(?:Proc-Type|DEK-Info|Version|Comment|Subject|X-[\w-]{1,40}): ?(?:[^\n\\]|\\+["'])*|[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/=]+(?=(?:\s|\\+[nr])*----[- ]END))*/y;
const FOOTER = /----(?:-END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-| END (?:[A-Z0-9]+ )*PRIVATE KEY )----/y;

const ANY_FOOTER = new RegExp(FOOTER, 'g');
const LINE = /^[\s"'`+>#*|,-]{0,20}([A-Za-z0-9+/=]{0,20000})[\s"'`+,;]{0,20}$/;
/** The first one where something stands before it, such as a name and a quote. */
const FIRST_LINE = /["'`:>] ?([A-Za-z0-9+/=]{40,20000})$/;
/** The last ones may be short; no other is. */
const LINE_LEAST = 16;

/**
 * Finds PEM, PGP and SSH2 private keys, also ones whose beginning or end was cut off. A header alone, as code mentions it, is
 * no key and stays.
 */
export function findPrivateKeys(text: string): Finding[] {
  if (!text.includes('PRIVATE KEY')) return findMiddles(text);
  const found: Finding[] = [];
  for (const header of text.matchAll(HEADER)) {
    if (header.index < (found.at(-1)?.end ?? 0)) continue;
    const bodyStart = header.index + header[0].length;
    const bodyEnd = endOf(BODY, text, bodyStart);
    if (!/[A-Za-z0-9+/=]{16}/.test(text.slice(bodyStart, bodyEnd))) continue;
    found.push({ start: header.index, end: endOf(FOOTER, text, bodyEnd), kind: 'private-key' });
  }
  return [...found, ...findTails(text), ...findMiddles(text)];
}

/** Ends of keys, as `tail` prints them or what is left where the middle of a long output was cut out. */
function findTails(text: string): Finding[] {
  const found: Finding[] = [];
  let from = 0;
  for (const footer of text.matchAll(ANY_FOOTER)) {
    const lines = [...text.slice(from, footer.index).matchAll(/[^\n\r\\]+/g)];
    let start = footer.index;
    let characters = 0;
    for (const line of lines.toReversed()) {
      const at = from + line.index;
      // The letter of a line break that is written out.
      const isEscape = text[at - 1] === '\\' && /^[nrt]/.test(line[0]);
      const [, body] = LINE.exec(isEscape ? line[0].slice(1) : line[0]) ?? [];
      if (body === undefined) {
        const [, first] = FIRST_LINE.exec(line[0]) ?? [];
        if (first !== undefined) {
          start = at + line[0].length - first.length;
          characters += first.length;
        }
        break;
      }
      if (body !== '' && characters >= LINE_LEAST && body.length < LINE_LEAST) break;
      characters += body.length;
      if (body !== '') start = at + (isEscape ? 1 : 0);
    }
    const end = footer.index + footer[0].length;
    if (characters >= LINE_LEAST) found.push({ start, end, kind: 'private-key' });
    from = end;
  }
  return found;
}

/** Lines of PEM and of OpenSSH have 64 or 70 characters; of fewer lines than this nobody makes a key. */
const MIDDLE = { lengths: [64, 70], lines: 3 };

/** Lines out of the middle of a key, as `sed -n 5,20p` prints them: those of a certificate look alike, and say what they are. */
function findMiddles(text: string): Finding[] {
  if (!/(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{64}/.test(text)) return [];
  const found: Finding[] = [];
  let run: { start: number; end: number; body: string }[] = [];
  let isPublic = false;
  const close = () => {
    const [first, last] = [run[0], run.at(-1)];
    const whole = run.map(({ body }) => body).join('');
    const isMixed = [/[a-z]/, /[A-Z]/, /\d/, /[+/]/].every((kind) => kind.test(whole));
    if (first && last && run.length >= MIDDLE.lines && isMixed && !isPublic)
      found.push({ start: first.start, end: last.end, kind: 'private-key' });
    run = [];
  };
  for (const { 0: line, index } of text.matchAll(/[^\n\r\\]+/g)) {
    // The letter of a line break that is written out.
    const shift = text[index - 1] === '\\' && /^[nrt]/.test(line) ? 1 : 0;
    const [, body = ''] = LINE.exec(line.slice(shift)) ?? [];
    const start = index + line.lastIndexOf(body);
    if (MIDDLE.lengths.includes(body.length) && body.length === (run[0]?.body.length ?? body.length))
      run.push({ start, end: start + body.length, body });
    else {
      close();
      isPublic = /----[- ]?BEGIN (?!.*PRIVATE)/.test(line) || (isPublic && body.length > 0);
    }
  }
  close();
  return found;
}

function endOf(sticky: RegExp, text: string, from: number): number {
  sticky.lastIndex = from;
  const match = sticky.exec(text);
  return match === null ? from : from + match[0].length;
}
