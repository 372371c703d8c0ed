/** The process that reads documents, and holds nothing but them: no secret, no connection, no state. */
import { redactValue } from '@memory/redact';
import { answerTasks } from '@memory/text/bounded-process';

import { DocumentError } from '../document-error.ts';
import { readDocument } from '../read-document.ts';
import { splitDocument } from '../sections/split-document.ts';
import type { DocumentTask, DocumentTasks, TaskAnswer } from './document-task.ts';

answerTasks<DocumentTask>((task) =>
  work(task).then(
    (output): TaskAnswer => ({ output }),
    (error: unknown): TaskAnswer => {
      // Parsers walk a document by recursion.
      const known = isStackOverflow(error) ? tooDeep(error) : error;
      if (known instanceof DocumentError)
        return { refused: { code: known.code, message: known.message, offset: known.offset } };
      return { defect: known instanceof Error ? known : new Error(String(known)) };
    },
  ),
);

const isStackOverflow = (error: unknown): error is RangeError =>
  error instanceof RangeError && error.message.includes('call stack');

const tooDeep = (cause: RangeError) =>
  new DocumentError('too_large', 'The document nests its parts too deeply to be read.', { cause });

async function work({ kind, input }: DocumentTask): Promise<DocumentTasks[keyof DocumentTasks]['output']> {
  if (kind === 'redact') return redactValue(input.value, { files: true });
  const read = await readDocument(input);
  if (kind === 'text') return read;
  return redactValue({
    tags: read.tags,
    sections: splitDocument(read.text, { format: read.textFormat, title: input.title }),
  });
}
