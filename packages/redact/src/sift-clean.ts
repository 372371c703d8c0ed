import { redactSecrets } from './redact-secrets.ts';

/** Fewer texts are looked at one by one: that takes no time that anybody notices. */
const MANY = 500;

/** In UTF-16 units. A longer text costs more for what it holds than for being one more. */
const SHORT = 300;

/** Texts that are looked at together, at most and at least. */
const TOGETHER = { most: 512, least: 8 };

/** Between texts: no secret goes across it. */
const APART = '\n\n;\n\n';

const NONE: ReadonlySet<string> = new Set();

/**
 * The short texts of a value that hold no secret, where it has very many: names and signatures of an indexed file are tens of
 * thousands, and each by itself takes as long as 500 characters of one text (30 s of the processor for a request of a
 * megabyte, 2 so). What is found in several together is looked for in halves of them.
 */
export function siftClean(value: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  collect(value, texts);
  if (texts.size < MANY) return NONE;
  const clean = new Set<string>();
  const all = [...texts];
  for (let from = 0; from < all.length; from += TOGETHER.most)
    sift(all.slice(from, from + TOGETHER.most), clean);
  return clean;
}

function collect(value: unknown, texts: Set<string>): void {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') {
      if (next.length <= SHORT) texts.add(next);
    } else if (Array.isArray(next)) for (const item of next) left.push(item);
    else if (typeof next === 'object' && next !== null) {
      for (const entry of Object.entries(next)) left.push(...entry);
    }
  }
}

function sift(texts: readonly string[], clean: Set<string>): void {
  if (texts.length < TOGETHER.least) return;
  if (redactSecrets(texts.join(APART)).kinds.length === 0) {
    for (const text of texts) clean.add(text);
    return;
  }
  const middle = texts.length >> 1;
  sift(texts.slice(0, middle), clean);
  sift(texts.slice(middle), clean);
}
