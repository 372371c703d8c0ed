import { codeOf, messageOf } from '@memory/text/error-facts';
/** The system's codes in words. */
const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: 'you may not read or write there',
  EPERM: 'you may not read or write there',
  EROFS: 'nothing can be written to that disk',
  ENOSPC: 'the disk is full',
  EISDIR: 'it is a folder',
  ENOTDIR: 'something that is no folder stands in its way',
};

/** Why a file could not be read or written, with its path. */
export function fileProblem(path: string, error: unknown): string {
  const code = codeOf(error) ?? '';
  const message = MEANINGS[code] ?? messageOf(error);
  return message.includes(path) ? message : `${path}: ${message}`;
}
