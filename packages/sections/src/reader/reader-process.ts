/** The process that reads documents, and holds nothing but them: no secret, no connection, no state. */
import module from 'node:module';
import { Worker } from 'node:worker_threads';

import { redactValue } from '@memory/redact';

import { DocumentError } from '../document-error.ts';
import { readDocument } from '../read-document.ts';
import { splitDocument } from '../sections/split-document.ts';
import type { DocumentTask, DocumentTasks, TaskAnswer } from './document-task.ts';

/** Earlier releases of Node have less. */
const olderNode: Partial<typeof module> = module;

/** How often the memory is looked at. A reader fills some 50 MB in this time. */
const WATCH_MS = 50;

/**
 * Runs beside a reader that answers nobody while it works. Buffers lie outside of the heap that V8 limits, and a parent
 * that was killed can end nothing. SIGKILL says to the parent that it was the memory.
 */
const watch = `let told = false;
setInterval(() => {
  const bytes = process.memoryUsage.rss();
  if (bytes > ${Number(process.argv[2])} || process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL');
  if (told || bytes <= ${Number(process.argv[3])}) return;
  told = true;
  require('node:fs').writeSync(4, '.');
}, ${WATCH_MS})`;

new Worker(watch, { eval: true }).unref();
process.on('disconnect', () => process.exit());
process.on('message', (task: DocumentTask) => {
  void answer(task).then((given) => process.send?.(given));
});
// The time of the start is not the document's.
process.send?.('ready', () => olderNode.flushCompileCache?.());

async function answer(task: DocumentTask): Promise<TaskAnswer> {
  const result = await work(task).then(
    (output) => ({ output }),
    (error: unknown) => {
      // Parsers walk a document by recursion.
      const known = isStackOverflow(error) ? tooDeep(error) : error;
      if (known instanceof DocumentError)
        return { refused: { code: known.code, message: known.message, offset: known.offset } };
      return { defect: known instanceof Error ? known : new Error(String(known)) };
    },
  );
  return { ...result, residentBytes: process.memoryUsage.rss() };
}

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
