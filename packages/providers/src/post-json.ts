import type { z } from 'zod';
import { withoutEnd } from '@memory/text/without-end';
import { ProviderError, type ProviderErrorCode, saysTooLong } from './provider-error.ts';

export interface HttpEndpoint {
  /** For example `https://api.openai.com/v1` or `http://127.0.0.1:11434`; a trailing slash does not matter. */
  baseUrl: string;
  apiKey?: string;
  /** Milliseconds until a call without a complete answer is given up; default 30,000. */
  timeoutMs?: number;
}

export interface JsonReply {
  status: number;
  /** The parsed body; its text when it is not JSON. */
  body: unknown;
}

export async function postJson(
  { baseUrl, apiKey, timeoutMs = 30_000 }: HttpEndpoint,
  path: string,
  body: unknown,
  signal?: AbortSignal,
): Promise<JsonReply> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${withoutEnd(baseUrl, '/')}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
      },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    return { status: response.status, body: parseJson(await response.text()) };
  } catch (error) {
    const code = deadline.aborted || signal?.aborted ? 'timeout' : 'unavailable';
    throw new ProviderError(code, `${path}: no answer (${code}).`, { cause: error });
  }
}

/** The body of a reply with a status of 2xx. @throws ProviderError classified by status and message */
export function bodyOf(reply: JsonReply): unknown {
  if (reply.status >= 200 && reply.status < 300) return reply.body;
  const message = messageOf(reply.body);
  throw new ProviderError(codeOf(reply.status, message), `HTTP ${reply.status}: ${message}`);
}

function codeOf(status: number, message: string): ProviderErrorCode {
  if (status === 429) return 'throttled';
  if (status === 408 || status === 504) return 'timeout';
  // Ollama reports a too long input with 500 in some versions, so the words count before the status.
  if (status === 413 || saysTooLong(message)) return 'too_long';
  return status >= 500 ? 'unavailable' : 'refused';
}

/** The server's own words, cut short: some servers repeat the whole input in them. */
function messageOf(body: unknown): string {
  const error =
    (body as { error?: unknown } | null)?.error ?? (body as { message?: unknown } | null)?.message;
  const text = (error as { message?: unknown } | null | undefined)?.message ?? error ?? body;
  return (typeof text === 'string' ? text : (JSON.stringify(text) ?? '')).slice(0, 200);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function parseAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'answer'}: ${issue.code}`);
  throw new ProviderError(
    'invalid_output',
    `The model server's answer is not of the documented shape: ${places.join('; ')}.`,
  );
}
