import { styleText } from 'node:util';
import { Help } from 'commander';
import { printable } from '@memory/text/printable';

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

/**
 * Prints a text in lines that fit the terminal.
 * @param options.mark stands in the margin of the first line
 */
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

/** The first line of a text, cut at the width of the terminal. */
export function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return line.length > columns() ? `${line.slice(0, columns() - 1)}…` : line;
}
