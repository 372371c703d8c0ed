import { readRegularText } from '@memory/text/strange-files';
import { isRecord, messageText, recordOf, textOf, type Payload } from './payload.ts';
import { parseJson } from '../../home/attempt.ts';

/** Read from the end: a transcript has hundreds of megabytes after a long day. */
const TAIL_BYTES = 512 * 1_024;

/** The agent's last answer, by a transcript of JSON lines in any of the shapes that the hosts write. */
export const lastAnswer = (path: string | undefined): string | undefined =>
  lastMessage(path, /^(?:assistant(?:\.message)?|model|gemini|agent)$/iu);

export const lastPrompt = (path: string | undefined): string | undefined =>
  lastMessage(path, /^(?:user(?:\.message|_input)?|human)$/iu);

function lastMessage(path: string | undefined, roles: RegExp): string | undefined {
  if (path === undefined) return undefined;
  for (const line of (readRegularText(path, TAIL_BYTES, 'tail') ?? '').split('\n').reverse()) {
    const entry = parsed(line);
    if (entry === undefined || !roles.test(roleOf(entry))) continue;
    const text = messageText(entry['message'] ?? entry['data'] ?? entry).trim();
    if (text !== '') return text;
  }
  return undefined;
}

function roleOf(entry: Payload): string {
  return (
    textOf(entry, 'role') ??
    textOf(recordOf(entry, 'message'), 'role') ??
    textOf(recordOf(entry, 'data'), 'role') ??
    textOf(entry, 'type', 'source') ??
    ''
  );
}

function parsed(line: string): Payload | undefined {
  // The first line of the tail is cut, and the last may be half written.
  const value = line.startsWith('{') ? parseJson(line) : undefined;
  return isRecord(value) ? value : undefined;
}
