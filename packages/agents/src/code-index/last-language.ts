import path from 'node:path';
import { familyOf, parseFile } from '@memory/code-graph';
import { readRegularText } from '@memory/text/strange-files';
import { attempt } from '../home/attempt.ts';
import { findHome } from '../home/find-home.ts';
import { writeOwnFile } from '../home/write-own-file.ts';

const ENDING_BYTES_MAX = 20;

const noted = (): string => path.join(findHome().state, 'last-language');
const lastEnding = () => readRegularText(noted(), ENDING_BYTES_MAX);

/**
 * Has the parser get ready for the language of the file that was sent last: that takes a quarter of a second, and the tree says
 * later which one it is. Of another language the parser makes ready then.
 */
export function expectLastLanguage(): void {
  const ending = lastEnding();
  if (ending) void parseFile(`last${ending}`, '').catch(() => undefined);
}

/** Remembers the language of a file that was sent. */
export function noteLanguage(file: { path: string; language: string }): void {
  const ending = path.posix.extname(file.path);
  const hasGrammar = !['config', 'manifest'].includes(familyOf(file.language));
  if (hasGrammar && ending.length <= ENDING_BYTES_MAX && ending !== lastEnding())
    attempt(() => writeOwnFile(noted(), ending));
}
