import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, join, relative } from 'node:path';
import { styleText } from 'node:util';
import { Help } from 'commander';
import { printable, printableLine } from '@memory/text/printable';

export const say = (text: string): void => console.log(printable(text));

/** The same on standard error, where no program reads along. */
export const warn = (text: string): void => console.error(printable(text));

/** JSON for programs, lines of `name: value` for people. */
export function print(value: object, json = false): void {
  if (json) return say(JSON.stringify(value));
  for (const [name, field] of Object.entries(value))
    say(
      `${name}: ${typeof field === 'object' && !Array.isArray(field) ? JSON.stringify(field) : String(field)}`,
    );
}

export function printTable(rows: readonly object[]): void {
  const names = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) =>
    Object.values(row).map((held: unknown) => printableLine(held === null ? '-' : String(held))),
  );
  const lines = [names, ...cells];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines)
    say(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

/** `1 memory`, `2 memories`. */
export const countOf = (count: number, one: string, more: string): string =>
  `${count} ${count === 1 ? one : more}`;

const LISTED_MAX = 10;

export function listed(names: readonly string[], max = LISTED_MAX): string {
  const more = names.length - max;
  return `${names.slice(0, max).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Says how many secrets were replaced and in which files; never which. */
export function describeRedacted(count: number, where: readonly string[] = []): string {
  const secrets = count === 1 ? '1 secret was' : `${count} secrets were`;
  return `${secrets} replaced before anything was stored${where.length > 0 ? `, in ${listed(where)}` : ''}.`;
}

const COLUMNS_USUAL = 80;
/** Longer lines are hard to read. */
const COLUMNS_MOST = 100;

const columns = (): number => Math.min(COLUMNS_MOST, process.stdout.columns || COLUMNS_USUAL);

/** Of what stands below a heading. */
export const INDENT = 3;

type Style = 'bold' | 'dim' | 'yellow';

/** A text as it may be printed; with colour and weight where standard output is a terminal that shows them and `NO_COLOR` is not set. */
const styled = (text: string, style: Style | undefined): string =>
  style === undefined ? printable(text) : styleText(style, printable(text), { stream: process.stdout });

/** Prints a text in lines that fit the terminal. @param options.mark stands in the margin of the first line */
export function write(
  text: string,
  { indent = 0, style, mark = '' }: { indent?: number; style?: Style; mark?: string } = {},
): void {
  const margin = ' '.repeat(indent);
  for (const [place, line] of new Help()
    .boxWrap(text, columns() - indent)
    .split('\n')
    .entries())
    console.log(styled(line === '' ? '' : (place === 0 ? mark.padEnd(indent) : margin) + line, style));
}

export function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return line.length > columns() ? `${line.slice(0, columns() - 1)}…` : line;
}

const NAME = 'workspace-memory';

/**
 * How to start this command again, as whoever reads its advice has started it: by name where a shell finds that, by npx, or
 * by its path, whichever of that is shorter. A program that others start, such as an agent's bridge, goes by its name.
 */
export function ownCommand({
  environment = process.env,
  program = process.argv[1] ?? '',
  platform = process.platform,
  folder = process.cwd(),
}: {
  environment?: Readonly<Record<string, string | undefined>>;
  program?: string;
  platform?: NodeJS.Platform;
  /** The folder that the advice is followed in; null: any. */
  folder?: string | null;
} = {}): string {
  const isScript = basename(program) === `${NAME}.js`;
  if (!isScript && basename(program) !== NAME) return NAME;
  // A program that npx starts is on a path of its own, which is gone afterwards.
  if (environment['npm_command'] === 'exec') return `npx ${NAME}`;
  const names = platform === 'win32' ? [`${NAME}.cmd`, `${NAME}.exe`] : [NAME];
  const isFound = (environment['PATH'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .some((folder) => names.some((name) => existsSync(join(folder, name))));
  if (isFound) return NAME;
  // In a clone npx runs what its workspaces link.
  const linked = folder === null ? '' : join(folder, 'node_modules', '.bin', NAME);
  if (existsSync(linked) && existsSync(program) && realpathSync(linked) === realpathSync(program))
    return `npx ${NAME}`;
  const near = folder === null ? program : relative(folder, program);
  const path = near.length < program.length ? near : program;
  return commandLine(isScript ? ['node', path] : [program], platform);
}

/** One line for a shell: POSIX quotes, or those of Windows. */
export function commandLine(words: readonly string[], platform: NodeJS.Platform): string {
  return words
    .map((word) => {
      if (/^[\w@%+=:,./-]+$/u.test(word)) return word;
      return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`;
    })
    .join(' ');
}
