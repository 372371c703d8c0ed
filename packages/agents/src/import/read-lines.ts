import { openRegularFile } from '@memory/text/strange-files';

export interface NumberedLine {
  /** From 1. */
  number: number;
  text: string;
}

/** Characters of a line. A transcript's longest are images of some megabytes. */
const LINE_MAX = 32 * 1_024 * 1_024;

/**
 * The lines of a file of any size, without what ends them or marks its encoding; blank ones are left out, and of one that
 * is longer than a memory could ever be the text is empty.
 * @throws for anything but a regular file
 */
export async function* readLines(path: string): AsyncGenerator<NumberedLine> {
  const file = await openRegularFile(path);
  try {
    const decoder = new TextDecoder();
    let number = 0;
    let rest = '';
    let isTooLong = false;
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      const pieces = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
      rest = pieces.pop() ?? '';
      for (const piece of pieces) {
        number += 1;
        const line = isTooLong ? { number, text: '' } : lineOf(number, piece);
        isTooLong = false;
        if (line) yield line;
      }
      if (rest.length > LINE_MAX) {
        rest = '';
        isTooLong = true;
      }
    }
    const last = isTooLong ? { number: number + 1, text: '' } : lineOf(number + 1, rest + decoder.decode());
    if (last) yield last;
  } finally {
    await file.close();
  }
}

function lineOf(number: number, text: string): NumberedLine | undefined {
  const line = text.trim();
  return line === '' ? undefined : { number, text: line };
}
