import { realpath } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { ClientError, type Client } from '@memory/client';
import { describeFaults, type MemoryIdForm, addCounts, noCounts, IngestBatchReply } from '@memory/contracts';
import { allTools, parseToolArguments, type AllTools } from '@memory/contracts/tools';
import { startParser } from '@memory/code-graph/parser';
import { messageOf } from '@memory/text/error-facts';
import { answerText, neutralLine, RECALL_NOTICE } from '@memory/text/recall';
import type { Note } from '../../check/note.ts';
import { describeRedacted } from '../../command/print.ts';
import { inBatches } from '../../connection/batches.ts';
import { BridgeError } from '../bridge-error.ts';
import { readToolDocument, readLocalFile } from './local-document.ts';

type ImpactInput = z.output<AllTools['code_impact']['input']>;
type Output = z.output<AllTools['code_impact']['output']>;

async function codeImpact(
  { diff, staged, project_path: given, limit }: ImpactInput,
  { client, roots, folders }: Pick<LocalContext, 'client' | 'roots' | 'folders'>,
): Promise<CallToolResult> {
  const folder = given ?? (await folders())[0];
  if (folder === undefined)
    throw refuse('It is not known where you work: name the repository by project_path.');
  await mayBeRead(folder, roots);
  // Parsers are loaded with the first question that needs them.
  startParser();
  const { checkRepository } = await import('../../check/check-repository.ts');
  const service = await client();
  const { notes, form } = await checkRepository({
    folder,
    range: diff,
    isStaged: staged,
    client: service,
  }).catch((error: unknown) => {
    throw asBridgeError(error);
  });
  const results = notes.slice(0, limit).map((note) => row(note, form));
  const answer: Output = {
    ...(results.length > 0 ? { notice: RECALL_NOTICE } : {}),
    count: notes.length,
    results,
    hint: hintOf(notes, results.length),
  };
  return { content: [{ type: 'text', text: answerText('code_impact', answer) }], structuredContent: answer };
}

function asBridgeError(error: unknown): BridgeError {
  if (error instanceof BridgeError) return error;
  if (error instanceof ClientError) {
    const isAway = error.status >= 500;
    const code = error.code ?? (isAway ? 'upstream_unavailable' : 'unexpected_answer');
    return new BridgeError(code, error.message, isAway || error.status === 429);
  }
  // The error of `fetch` where no server answers.
  if (error instanceof TypeError)
    return new BridgeError(
      'upstream_unavailable',
      `The service cannot be reached: ${messageOf(error)}.`,
      true,
    );
  return refuse(messageOf(error));
}

const refuse = (reason: string) => new BridgeError('validation_failed', reason);

/** Git does what a repository's settings say, so that only those are asked that somebody works in. */
async function mayBeRead(folder: string, roots: readonly string[]): Promise<void> {
  if (!isAbsolute(folder)) throw refuse('project_path should be absolute.');
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined) throw refuse(`There is no folder ${folder}.`);
  for (const root of roots) {
    const part = relative(await realpath(root).catch(() => root), real);
    if (!part.startsWith('..') && !isAbsolute(part)) return;
  }
  throw refuse(
    `${folder} lies outside of the folders that may be read (${roots.join(', ') || 'none'}); WORKSPACE_MEMORY_ROOTS names more.`,
  );
}

function row({ kind, memory, reason, path, line }: Note, form: MemoryIdForm): Output['results'][number] {
  const at = { kind, reason: neutralLine(reason), ...(path === '' ? {} : { path: neutralLine(path) }) };
  if (!memory) return { ...at, line };
  const { id, memory_id: label, title, memory_type, created_at } = memory;
  return {
    ...(form === 'A' ? { id } : { memory_id: label ?? id }),
    title: neutralLine(title),
    memory_type,
    date: created_at.slice(0, 10),
    ...at,
  };
}

function hintOf(notes: readonly Note[], shown: number): string {
  if (notes.length === 0) return 'Nothing remembered is touched by this change.';
  const more =
    notes.length > shown ? `${notes.length - shown} more of less weight; a higher limit shows them. ` : '';
  return `${more}memory_get_detail has the whole text; ground_settle says what becomes of what changed or is gone.`;
}

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

interface LocalContext {
  callRemote: CallRemote;
  roots: readonly string[];
  client: () => Promise<Client>;
  folders: () => Promise<readonly string[]>;
}

interface BatchDocument {
  index: number;
  document: unknown;
}

type CallRemote = (name: string, args: Record<string, unknown>) => Promise<CallToolResult>;

const Reply = IngestBatchReply.extend({ redacted_secrets: z.int().default(0) });

const DOCUMENTS_A_CALL = 500;

/**
 * Sends documents in as many calls as their size asks for, and adds the answers up; an item's error carries its place
 * in what the caller named.
 * @returns the first error result as it is, when a whole call was refused
 */
async function sendBatch(
  callRemote: CallRemote,
  documents: readonly BatchDocument[],
  problems: readonly IngestBatchReply['errors'][number][],
  given: Record<string, unknown>,
): Promise<CallToolResult> {
  const total: IngestBatchReply = { ...noCounts(), errors: [...problems] };
  let redacted = 0;
  for (const call of await inBatches(documents, { items: DOCUMENTS_A_CALL })) {
    const result = await callRemote('document_ingest_batch', {
      ...given,
      documents: call.map(({ document }) => document),
    });
    if (result.isError || !result.structuredContent) return result;
    const { errors, redacted_secrets: replaced, ...counts } = Reply.parse(result.structuredContent);
    addCounts(total, counts);
    redacted += replaced;
    for (const { index, msg } of errors) total.errors.push({ index: call[index]?.index ?? index, msg });
  }
  total.errors.sort((a, b) => a.index - b.index);
  const lines = total.errors.map(({ index, msg }) => `- document ${index}: ${msg}`);
  const summary = `${total.documents} documents: ${total.created} parts created, ${total.updated} updated, ${total.unchanged} unchanged, ${total.removed} removed; ${total.errors.length} documents refused.`;
  const secrets = redacted > 0 ? [describeRedacted(redacted)] : [];
  return {
    content: [{ type: 'text', text: [summary, ...lines, ...secrets].join('\n') }],
    structuredContent: { ...total, ...(redacted > 0 && { redacted_secrets: redacted }) },
  };
}
