import { realpath } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import type * as z from 'zod';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { ClientError } from '@memory/client';
import type { MemoryIdForm } from '@memory/contracts';
import type { AllTools } from '@memory/contracts/tools';
import { messageOf } from '@memory/text/error-facts';
import { answerText, neutralLine, RECALL_NOTICE } from '@memory/text/recall';
import type { Note } from '../../check/note.ts';
import { BridgeError } from '../bridge-error.ts';
import type { LocalContext } from './local-context.ts';

type Input = z.output<AllTools['code_impact']['input']>;
type Output = z.output<AllTools['code_impact']['output']>;

/** code_impact: what `check` says, of the repository that the client works in. */
export async function codeImpact(
  { diff, staged, project_path: given, limit }: Input,
  { client, roots, folders }: Pick<LocalContext, 'client' | 'roots' | 'folders'>,
): Promise<CallToolResult> {
  const folder = given ?? (await folders())[0];
  if (folder === undefined)
    throw refuse('It is not known where you work: name the repository by project_path.');
  await mayBeRead(folder, roots);
  // The parsers are loaded with the first question that needs them.
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
