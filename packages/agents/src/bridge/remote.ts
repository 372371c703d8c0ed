import { setTimeout as sleep } from 'node:timers/promises';
import { ProtocolError } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { ANCHORS_HEADER, PERSON_HEADER, PROJECT_HEADER, REDACTED_SECRETS_HEADER } from '@memory/contracts';
import { allToolEntries } from '@memory/contracts/tools';
import { LoginEndedError } from '../home/login/fresh-login.ts';
import { withoutEnd } from '@memory/text/without-end';
import type { Secret } from '../connection/connection.ts';
import { causeOf, fetchFor } from '../connection/team-fetch.ts';
import { BridgeError } from './bridge-error.ts';
import { parseJson } from '../home/attempt.ts';

export interface RemoteOptions {
  url: string;
  key: Secret | undefined;
  workspaceId: string | undefined;
  /** Sets of tools, as the address names them. */
  profile?: string | undefined;
  /** It is the user's own, which is started where it does not run. */
  isOwn?: boolean | undefined;
  /** Milliseconds between attempts while the service cannot be reached. */
  retryDelaysMs?: readonly number[];
}

export interface Place {
  project?: string | undefined;
  person?: string | undefined;
}

export interface Remote {
  isOwn: boolean;
  /**
   * One MCP request to the service.
   * @param options.redacted secrets that were replaced in the parameters
   * @param options.project which the client works in
   * @param options.person for whom it works
   * @param options.anchors asks for what the memories of the answer are tied to
   * @param options.patient tries again while the service cannot be reached; default true
   * @throws BridgeError; ProtocolError when the service answered with one
   */
  request(
    method: string,
    params: object | undefined,
    options?: { patient?: boolean; redacted?: number; anchors?: boolean } & Place,
  ): Promise<Record<string, unknown>>;
}

/** The service answers each request for itself, so no handshake comes before this version is used. */
const PROTOCOL_VERSION = '2025-11-25';

const CALL_TIMEOUT_MS = 60_000;
const GLANCE_TIMEOUT_MS = 3_000;

/** About eight seconds: a local server starts, a paused database wakes up. */
const RETRY_DELAYS_MS = [250, 500, 1_000, 2_000, 4_000];

/** Only the bridge may start its own service again. */
const OWN_RETRY_DELAYS_MS = [250];

const Answer = z.object({
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});

const Refusal = z.object({ detail: z.string(), code: z.string().optional() });

export function createRemote({
  url,
  key,
  workspaceId,
  profile,
  isOwn = false,
  retryDelaysMs = isOwn ? OWN_RETRY_DELAYS_MS : RETRY_DELAYS_MS,
}: RemoteOptions): Remote {
  const address = new URL(`${withoutEnd(withoutEnd(url, '/').replace(/\/mcp$/u, ''), '/')}/mcp`);
  if (workspaceId) address.searchParams.set('workspace_id', workspaceId);
  if (profile) address.searchParams.set('profile', profile);
  const fetching = fetchFor(address);
  let id = 0;

  async function attempt(
    body: string,
    {
      redacted,
      project,
      person,
      anchors,
      timeoutMs,
    }: { redacted: number; anchors: boolean; timeoutMs: number } & Place,
  ): Promise<Record<string, unknown>> {
    const send = await fetching;
    const response = await send(address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${typeof key === 'function' ? await tokenOf(key) : key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': PROTOCOL_VERSION,
        ...(project !== undefined && { [PROJECT_HEADER]: encodeURIComponent(project) }),
        ...(person !== undefined && { [PERSON_HEADER]: encodeURIComponent(person) }),
        ...(anchors && { [ANCHORS_HEADER]: '1' }),
        ...(redacted > 0 && { [REDACTED_SECRETS_HEADER]: String(redacted) }),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const answer = Answer.safeParse(parseJson(text));
    if (answer.success && answer.data.error) {
      const { code, message, data } = answer.data.error;
      throw new ProtocolError(code, message, data);
    }
    if (response.ok && answer.success && answer.data.result) return answer.data.result;
    throw refusalOf(response.status, text, address);
  }

  return {
    isOwn,
    async request(method, params, { patient = true, redacted = 0, project, person, anchors = false } = {}) {
      if (!key)
        throw new BridgeError(
          'authentication_failed',
          'No key is known: `workspace-memory up` starts a service of your own and keeps its key; for another one set WORKSPACE_MEMORY_URL and WORKSPACE_MEMORY_API_TOKEN.',
        );
      if (typeof key === 'string' && key.startsWith('$'))
        throw new BridgeError(
          'authentication_failed',
          `WORKSPACE_MEMORY_API_TOKEN is the text ${key}: the variable is not set where the client was started, or the client writes such references in another way.`,
        );
      id += 1;
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: params ?? {} });
      const delays = patient ? retryDelaysMs : [];
      for (let tries = 0; ; tries += 1) {
        try {
          const timeoutMs = patient ? CALL_TIMEOUT_MS : GLANCE_TIMEOUT_MS;
          return await attempt(body, { redacted, project, person, anchors, timeoutMs });
        } catch (error) {
          const failure = toBridgeError(error, address);
          const delay = delays[tries];
          const { code = '' } = causeOf(error);
          const isAgain = neverArrived(error) || (BROKEN_OFF.has(code) && isRead(method, params));
          if (!isAgain || delay === undefined) throw failure;
          await sleep(delay);
        }
      }
    },
  };
}

/** @throws BridgeError with what helps: a login that has ended is no failure of the service */
async function tokenOf(token: () => Promise<string>): Promise<string> {
  try {
    return await token();
  } catch (error) {
    if (error instanceof LoginEndedError) throw new BridgeError('authentication_failed', error.message);
    throw error;
  }
}

function refusalOf(status: number, text: string, address: URL): BridgeError {
  const { detail = `${address.href} answered ${status}.`, code = CODES.get(status) ?? 'unexpected_answer' } =
    Refusal.safeParse(parseJson(text)).data ?? {};
  return new BridgeError(code, detail, RETRYABLE.has(code));
}

/** For answers without a code: those of the service that need none (decision 14), and those of a proxy before it. */
const CODES: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_failed'],
  [413, 'payload_too_large'],
  [429, 'rate_limited'],
  [502, 'upstream_unavailable'],
  [503, 'upstream_unavailable'],
  [504, 'upstream_unavailable'],
]);
const RETRYABLE = new Set(['rate_limited', 'upstream_unavailable']);

/** The service went away while it was asked: what only reads may be asked again. */
const BROKEN_OFF = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Whether to ask twice does nothing twice. */
const isRead = (method: string, params: object | undefined): boolean =>
  method !== 'tools/call' ||
  allToolEntries.some(
    ([name, { hints }]) => name === (params as { name?: unknown }).name && hints.readOnlyHint,
  );

/** Failures before the request left: nothing has been done by them, whatever was asked. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function neverArrived(error: unknown): boolean {
  if (error instanceof BridgeError) return error.code === 'upstream_unavailable';
  return NOT_CONNECTED.has(causeOf(error).code ?? '');
}

function toBridgeError(error: unknown, address: URL): Error {
  if (error instanceof BridgeError || error instanceof ProtocolError) return error;
  const { code, message } = causeOf(error);
  return new BridgeError(
    'upstream_unavailable',
    `The service at ${address.origin} cannot be reached (${code ?? message ?? 'unknown'}); start it, or set WORKSPACE_MEMORY_URL.`,
    true,
    { isDisconnected: NOT_CONNECTED.has(code ?? '') },
  );
}
