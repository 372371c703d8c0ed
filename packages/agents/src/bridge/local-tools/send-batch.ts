import * as z from 'zod';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { addCounts, noCounts, IngestBatchReply } from '@memory/contracts';
import { describeRedacted } from '../../command/print.ts';
import { jsonBytes, REQUEST_BYTES } from '../../connection/batches.ts';

export interface BatchDocument {
  index: number;
  document: unknown;
}

export type CallRemote = (name: string, args: Record<string, unknown>) => Promise<CallToolResult>;

const Reply = IngestBatchReply.extend({ redacted_secrets: z.int().default(0) });

const DOCUMENTS_A_CALL = 500;

/**
 * Sends documents in as many calls as their size asks for, and adds the answers up; an item's error carries its place
 * in what the caller named.
 * @returns the first error result as it is, when a whole call was refused
 */
export async function sendBatch(
  callRemote: CallRemote,
  documents: readonly BatchDocument[],
  problems: readonly IngestBatchReply['errors'][number][],
  given: Record<string, unknown>,
): Promise<CallToolResult> {
  const total: IngestBatchReply = { ...noCounts(), errors: [...problems] };
  let redacted = 0;
  for (const call of inCalls(documents)) {
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

function inCalls(documents: readonly BatchDocument[]): BatchDocument[][] {
  const calls: BatchDocument[][] = [];
  let bytes = 0;
  for (const document of documents) {
    const size = jsonBytes(document.document) + 1;
    const current = calls.at(-1);
    if (current && bytes + size <= REQUEST_BYTES && current.length < DOCUMENTS_A_CALL) {
      current.push(document);
      bytes += size;
    } else {
      calls.push([document]);
      bytes = size;
    }
  }
  return calls;
}
