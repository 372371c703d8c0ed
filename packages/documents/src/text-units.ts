import { countCodePoints } from './code-points.ts';
import { breakProse } from './markdown-units.ts';
import type { Unit } from './unit.ts';

/** The paragraphs of plain text, parted by blank lines; one longer than `max` code points by its lines and sentences. */
export function textUnits(source: string, { max }: { max: number }): Unit[] {
  const units: Unit[] = [];
  let start = 0;
  const add = (end: number): void => {
    const size = countCodePoints(source, start, end);
    if (size > max) for (const unit of breakProse(source, start, end, max)) units.push(unit);
    else if (size > 0) units.push({ start, end, size, kind: 'prose' });
    start = end;
  };
  for (const gap of source.matchAll(/\n(?:[^\S\n]*\n)+/g)) add(gap.index + gap[0].length);
  add(source.length);
  return units;
}
