import { frameRecalled } from './frame-recalled.ts';
import { neutralLine } from './neutral-text.ts';
import type { ShownGround } from './with-grounds.ts';

/** A line of what an agent is told. */
export interface ToldLine {
  text: string;
  /** The memory that the line begins. */
  memory?: string | undefined;
  /** The line says how that memory stands to its code. */
  is_code?: boolean | undefined;
}

export const codeLine = (reason: string): ToldLine => ({
  text: `  Code ${neutralLine(reason)}`,
  is_code: true,
});

/** Lines within the frame that says they are data; each is one line, made neutral before. */
export function framedLines(source: string, lines: readonly ToldLine[]): ToldLine[] {
  const texts = frameRecalled(
    source,
    lines.map(({ text }) => text),
  ).split('\n');
  const before = texts.length - lines.length - 1;
  return texts.map((text, place) => ({ ...lines[place - before], text }));
}

/** The same lines with what a tree says of the memories' code in place of what the service said. */
export function withVerdicts(
  lines: readonly ToldLine[],
  judged: ReadonlyMap<string, ShownGround>,
): ToldLine[] {
  let ground: ShownGround | undefined;
  return lines.flatMap((line) => {
    if (line.is_code) return ground ? [] : [line];
    if (line.memory === undefined) return [line];
    ground = judged.get(line.memory);
    return ground && ground.verdict !== 'current' ? [line, codeLine(ground.reason)] : [line];
  });
}
