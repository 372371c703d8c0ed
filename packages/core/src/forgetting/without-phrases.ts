/** Whether a text holds one of the phrases, whatever their case and spacing. */
export const holdsPhrase = (text: string, phrases: readonly string[]): boolean => {
  const said = plain(text);
  return phrases.some((phrase) => said.includes(plain(phrase)));
};

/** A text without the sentences and lines that hold one of the phrases; null when nothing is left. */
export function withoutPhrases(text: string, phrases: readonly string[]): string | null {
  const holds = (part: string) => holdsPhrase(part, phrases);
  if (!holds(text)) return text;
  const lines = text.split('\n').flatMap((line) => {
    if (!holds(line)) return [line];
    const rest = line.split(/(?<=[.!?]) /).filter((sentence) => !holds(sentence));
    return rest.length === 0 || holds(rest.join(' ')) ? [] : [rest.join(' ')];
  });
  const left = lines.join('\n').trim();
  // A phrase that goes over the end of a line cannot be cut out of it.
  return left === '' || holds(left) ? null : left;
}

/** The same for every text in a JSON value. */
export function jsonWithoutPhrases(value: unknown, phrases: readonly string[]): unknown {
  if (typeof value === 'string') return withoutPhrases(value, phrases) ?? '';
  if (Array.isArray(value)) return value.map((item) => jsonWithoutPhrases(item, phrases));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      holdsPhrase(name, phrases) ? [] : [[name, jsonWithoutPhrases(field, phrases)]],
    ),
  );
}

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();
