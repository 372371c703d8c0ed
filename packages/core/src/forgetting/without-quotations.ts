import type { Holds } from './quotations.ts';

/** A text without the sentences and lines that hold a quotation; null when nothing is left. */
export function withoutQuotations(text: string, holds: Holds): string | null {
  if (!holds(text)) return text;
  const lines = text.split('\n').flatMap((line) => {
    if (!holds(line)) return [line];
    const rest = line.split(/(?<=[.!?]) /).filter((sentence) => !holds(sentence));
    return rest.length === 0 || holds(rest.join(' ')) ? [] : [rest.join(' ')];
  });
  const left = lines.join('\n').trim();
  // A quotation that goes over the end of a line cannot be cut out of it.
  return left === '' || holds(left) ? null : left;
}

/** The same for every text in a JSON value. */
export function jsonWithoutQuotations(value: unknown, holds: Holds): unknown {
  if (typeof value === 'string') return withoutQuotations(value, holds) ?? '';
  if (Array.isArray(value)) return value.map((item) => jsonWithoutQuotations(item, holds));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      holds(name) ? [] : [[name, jsonWithoutQuotations(field, holds)]],
    ),
  );
}
