import type { Anchor } from './anchor.ts';
import type { AnchorVerdict, Judged } from './judge-anchor.ts';

/** An anchor with what became of it. */
export interface JudgedAnchor extends Pick<Anchor, 'kind' | 'path' | 'name'> {
  judged: Judged;
  /** When its hashes were taken. */
  commit: string | null;
  groundedAt: string;
}

/** How a memory stands to its code, with a clause of why. */
export interface Ground {
  verdict: AnchorVerdict;
  reason: string;
}

const WORST: readonly AnchorVerdict[] = ['gone', 'changed', 'moved', 'current', 'unknown'];
const COMMIT_SHOWN = 7;

/** Of all anchors of a memory: gone where all are, changed where any is changed or gone; in the words of `writeGrounds` of the database. */
export function describeGround(anchors: readonly JudgedAnchor[]): Ground | undefined {
  const inOrder = anchors.toSorted(
    (a, b) =>
      WORST.indexOf(a.judged.verdict) - WORST.indexOf(b.judged.verdict) ||
      compare(a.path, b.path) ||
      compare(a.name, b.name),
  );
  const [worst] = inOrder;
  if (!worst) return undefined;
  const count = (...verdicts: AnchorVerdict[]) =>
    anchors.filter(({ judged }) => verdicts.includes(judged.verdict)).length;
  const lost = count('changed', 'gone');
  const verdict =
    count('gone') === anchors.length
      ? 'gone'
      : lost > 0
        ? 'changed'
        : count('moved') > 0
          ? 'moved'
          : count('unknown') === anchors.length
            ? 'unknown'
            : 'current';
  const what = `${nameOf(worst)}${whereto(worst)}${lost > 0 && anchors.length > 1 ? ` (${lost} of the ${anchors.length} pieces of code it names)` : ''}`;
  const since = [worst.commit?.slice(0, COMMIT_SHOWN), worst.groundedAt.slice(0, 10)]
    .filter(Boolean)
    .join(', ');
  return { verdict, reason: said(verdict, what, since) };
}

function said(verdict: AnchorVerdict, what: string, since: string): string {
  switch (verdict) {
    case 'gone':
      return `gone: ${what}, there at ${since}`;
    case 'changed':
      return `changed since ${since}: ${what}`;
    case 'moved':
      return `moved: ${what}`;
    case 'unknown':
      return `unknown: ${what} was indexed before this was kept`;
    default:
      return 'current';
  }
}

const nameOf = ({ kind, name, path }: JudgedAnchor) =>
  kind === 'file' ? `file ${path}` : `${name} in ${path}`;

function whereto({ path, name, judged }: JudgedAnchor): string {
  if (judged.verdict === 'moved')
    return ` → ${judged.name !== null && judged.name !== name ? `${judged.name} in ` : ''}${judged.path ?? ''}`;
  if (judged.verdict !== 'changed') return '';
  const place = judged.path !== null && judged.path !== path ? `, now in ${judged.path}` : '';
  if (judged.part === 'signature' && place === '') return ', its signature';
  const isValue = judged.part !== undefined && judged.part !== 'signature' && judged.part !== 'body';
  return isValue ? `${place}: ${judged.part}` : place;
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
