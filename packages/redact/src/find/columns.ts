import { beginsRedacted, isKeyword, isRandom, isReference, type Finding } from '../values.ts';

/** A cell of a head that says what stands below it. */
const NAME =
  /^(?:[\w ]{0,30}[ _-])?(?:(?<password>password|passwort|kennwort|passwd|pass|pwd)|secret|(?:access|api|auth|refresh)?[ _-]?token|(?:api|access|private|secret)[ _-]?key)$/i;
/** A tab may be written out. */
const SEPARATORS = [/\|/, /│/, /\t/, /\\{1,8}t/, /;/, /,/];
/** Cells of a head are words. */
const WORDS = /^["']?[\p{L}\w .#-]{0,40}["']?$/u;
/** Between head and rows: `| --- |`, `----+----`. */
const RULED = /^[\s|│+:=─┼-]*$/u;
const HEAD_MAX = 1_000;

/** A cell that may be such a head, by its end. */
const CELL =
  /(?:pass(?:word|wort|wd)?|kennwort|pwd|secret|token|key)["']?[ \t]{0,40}(?:[|│\t;,\r\n<]|\\{1,8}[trn"]|$)/gi;
const LINE_END = /\r?\n|\\{1,8}r\\{1,8}n|\\{1,8}n|$/g;

/** Finds the values of tables (CSV, Markdown, those of databases) in columns that are called passwords, secrets, tokens or keys. */
export function findInColumns(text: string): Finding[] {
  const found: Finding[] = [];
  let readUpTo = 0;
  for (const { index } of text.matchAll(CELL)) {
    if (index < readUpTo) continue;
    const start = startOfLine(text, index);
    const head = lineAt(text, start);
    readUpTo = head.next;
    const names = head.text.replaceAll(/<[^<>]{0,200}>/g, '');
    const separator = SEPARATORS.map((sign) => sign.exec(names)?.[0]).find((sign) => sign !== undefined);
    if (separator === undefined || names.length > HEAD_MAX) continue;
    const cells = names.split(separator).map((cell) => cell.trim());
    if (cells.filter(Boolean).length < 2 || !cells.every((cell) => WORDS.test(cell))) continue;
    const columns = cells.flatMap((cell, column) => {
      const named = NAME.exec(cell.replaceAll(/["']/g, ''));
      return named ? [{ column, isPassword: named.groups?.['password'] !== undefined }] : [];
    });
    for (let row = head.next; columns.length > 0 && row < text.length;) {
      const line = lineAt(text, row);
      const parts = line.text.split(separator);
      const isRule = RULED.test(line.text) && line.text.trim() !== '';
      if (!isRule && parts.length !== cells.length) break;
      if (!isRule)
        for (const { column, isPassword } of columns) {
          const part = parts[column] ?? '';
          const value = (part.split('<')[0] ?? '').trim().replaceAll(/^\\{0,8}["'`]|\\{0,8}["'`]$/g, '');
          if (!isSecret(value, isPassword)) continue;
          const before = parts
            .slice(0, column)
            .reduce((sum, { length }) => sum + length + separator.length, row + part.indexOf(value));
          found.push({ start: before, end: before + value.length, kind: 'password' });
        }
      row = line.next;
      readUpTo = row;
    }
  }
  return found;
}

function startOfLine(text: string, index: number): number {
  const before = text.slice(Math.max(0, index - HEAD_MAX), index);
  const last = Math.max(before.lastIndexOf('\n') + 1, /^[^]*\\n/.exec(before)?.[0].length ?? 0);
  return Math.max(0, index - HEAD_MAX) + last;
}

/** Line breaks may be written out, as in JSON. */
function lineAt(text: string, start: number): { text: string; next: number } {
  LINE_END.lastIndex = start;
  const { 0: end = '', index = text.length } = LINE_END.exec(text) ?? {};
  return { text: text.slice(start, index), next: index + (end.length || 1) };
}

function isSecret(value: string, isPassword: boolean): boolean {
  if (value.length < 4 || /\s/.test(value) || beginsRedacted(value) || isReference(value) || isKeyword(value))
    return false;
  return isPassword ? /\d|[^\w.'-]/.test(value) : isRandom(value) || /^[\da-f]{16,}$/i.test(value);
}
