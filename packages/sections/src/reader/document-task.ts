import type { RedactedValue } from '@memory/redact';
import type { DocumentErrorCode } from '../document-error.ts';
import type { ReadableDocument, ReadDocument } from '../read-document.ts';
import type { Section } from '../sections/section.ts';

export interface DocumentTasks {
  text: { input: ReadableDocument; output: ReadDocument };
  /** Without the secrets that marks and entities hid from whoever brought the document. */
  sections: { input: ReadableDocument & { title: string }; output: RedactedValue<DocumentSections> };
  /** Values that came beside requests, in pieces of megabytes: 8 MiB of prose take 1.3 s. */
  redact: { input: { value: unknown }; output: RedactedValue<unknown> };
}

interface DocumentSections {
  tags: string[];
  /** In order; none when the document is blank. */
  sections: Section[];
}

export type DocumentTask = {
  [Kind in keyof DocumentTasks]: { kind: Kind; input: DocumentTasks[Kind]['input'] };
}[keyof DocumentTasks];

export type TaskAnswer =
  | { output: unknown }
  | { refused: { code: DocumentErrorCode; message: string; offset: number | undefined } }
  | { defect: Error };
