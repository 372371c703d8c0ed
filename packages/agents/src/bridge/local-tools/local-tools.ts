import type * as z from 'zod';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { allTools, parseToolArguments, type AllTools } from '@memory/contracts/tools';
import { describeFaults } from '@memory/contracts';
import { BridgeError } from '../bridge-error.ts';
import { codeImpact } from './code-impact.ts';
import type { LocalContext } from './local-context.ts';
import { readToolDocument, readLocalFile } from './local-document.ts';
import { sendBatch, type BatchDocument } from './send-batch.ts';

/** The tools that read files of this machine: the service never sees a path. */
export type LocalToolName =
  | 'document_ingest_file'
  | 'document_ingest_files_batch'
  | 'document_ingest_batch_from_file'
  | 'sdlc_seed_from_file'
  | 'code_impact';

type Input<Name extends LocalToolName> = z.output<AllTools[Name]['input']>;

type Work = {
  [Name in LocalToolName]: (input: Input<Name>, context: LocalContext) => Promise<CallToolResult>;
};

const work: Work = {
  async document_ingest_file({ file_path, title, ...given }, { callRemote, roots }) {
    const document = await readToolDocument(file_path, { roots });
    // A title that the caller gives is that of the parts, too.
    return callRemote('document_ingest', {
      ...given,
      ...document,
      ...(title && { title, page_title: undefined }),
    });
  },
  async document_ingest_files_batch({ file_paths, workspace_id, memory_type, tags }, { callRemote, roots }) {
    const documents: BatchDocument[] = [];
    const problems: { index: number; msg: string }[] = [];
    for (const [index, path] of file_paths.entries()) {
      try {
        documents.push({
          index,
          document: { ...(await readToolDocument(path, { roots })), memory_type, tags },
        });
      } catch (error) {
        if (!(error instanceof BridgeError)) throw error;
        problems.push({ index, msg: error.message });
      }
    }
    return sendBatch(callRemote, documents, problems, { workspace_id });
  },
  async document_ingest_batch_from_file({ batch_file_path, workspace_id }, { callRemote, roots }) {
    const documents = readArray(
      batch_file_path,
      await readLocalFile(batch_file_path, { roots, endings: ['.json'] }),
    );
    const items = documents.map((document, index) => ({ index, document }));
    return sendBatch(callRemote, items, [], { workspace_id });
  },
  async sdlc_seed_from_file({ file_path, ...given }, { callRemote, roots }) {
    const { content } = await readToolDocument(file_path, { roots });
    return callRemote('sdlc_seed', { ...given, content });
  },
  code_impact: codeImpact,
};

function readArray(path: string, bytes: Buffer): unknown[] {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (Array.isArray(value)) return value;
  } catch {
    // Said below, in one way for both.
  }
  throw new BridgeError('validation_failed', `${path}: It should hold a JSON array of documents, in UTF-8.`);
}

/** Reads the files that a call names and has the service ingest them. @throws BridgeError */
export function callLocalTool(
  name: LocalToolName,
  given: unknown,
  context: LocalContext,
): Promise<CallToolResult> {
  const { input, issues } = parseToolArguments(allTools[name], 'A', given);
  if (issues) throw new BridgeError('validation_failed', describeFaults(issues, 'arguments'));
  // The row that parsed it is the row that its work belongs to.
  return (work[name] as (input: unknown, context: LocalContext) => Promise<CallToolResult>)(input, context);
}
