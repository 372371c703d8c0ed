import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { PlannedFile } from './plan.ts';

/** In a diff nobody reads a longer one. */
const LINE_MAX = 200;

/** A change as people read it: marks of bytes and of line ends are left out, and JSON on one long line is laid out. */
export function showChange({ path, before, after }: Pick<PlannedFile, 'path' | 'before' | 'after'>): string {
  const [old = '', now = ''] = [before, after].map((bytes) =>
    String(bytes ?? '')
      .replace(/^\uFEFF/u, '')
      .replaceAll('\r\n', '\n'),
  );
  const isOneLine = [old, now].some((text) => text.length > LINE_MAX && !text.trim().includes('\n'));
  const layOut = isOneLine ? laidOut : (text: string) => text;
  return createTwoFilesPatch(
    before ? path : '(new)',
    after ? path : '(deleted)',
    layOut(old),
    layOut(now),
    '',
    isOneLine ? '(laid out here; in the file it is one line)' : '',
    { context: 2, headerOptions: FILE_HEADERS_ONLY },
  );
}

function laidOut(text: string): string {
  try {
    return text === '' ? text : `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`;
  } catch {
    // With comments, or no JSON at all.
    return text;
  }
}
