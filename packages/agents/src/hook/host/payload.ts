/** The message of a host, before anything is believed about it. */
export type Payload = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first field that holds a text which is not blank. */
export function textOf(payload: Payload, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = payload[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}

export function numberOf(payload: Payload, ...names: string[]): number | undefined {
  for (const name of names) {
    const value = payload[name];
    if (typeof value === 'number' && Number.isFinite(value)) return value;
  }
  return undefined;
}

export function recordOf(payload: Payload, ...names: string[]): Payload {
  for (const name of names) {
    const value = payload[name];
    if (isRecord(value)) return value;
    // Several hosts pass objects as JSON text.
    if (typeof value === 'string' && value.trimStart().startsWith('{')) {
      try {
        const parsed: unknown = JSON.parse(value);
        if (isRecord(parsed)) return parsed;
      } catch {
        // Text that only begins like an object.
      }
    }
  }
  return {};
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Text of a message in any of the shapes that models' interfaces have: a string, parts, or an object that holds them. */
export function messageText(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (depth > 4) return '';
  if (Array.isArray(value))
    return value
      .map((part) => messageText(part, depth + 1))
      .filter((part) => part !== '')
      .join('\n');
  if (!isRecord(value)) return '';
  // Thoughts and calls are no words to the user.
  if (typeof value['type'] === 'string' && /think|reason|tool|image|function/u.test(value['type'])) return '';
  for (const name of ['text', 'content', 'message', 'parts', 'data', 'output'])
    if (value[name] !== undefined) return messageText(value[name], depth + 1);
  return '';
}
