import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { operationEntries, WORKSPACE_ID_HEADER } from '@memory/contracts';
import {
  CONSOLE_ACTS,
  CONSOLE_ACTS_PATH,
  CONSOLE_OPERATIONS_PATH,
  CONSOLE_PROOF_HEADER,
  CONSOLE_SESSION_PATH,
} from '@memory/contracts/console';
import { listLatestActs } from '@memory/core';
import { findWorkspace, listWorkspaces } from '@memory/db';
import type { Config } from '../../../config/config.ts';
import type { EndpointResult } from '../../../doors/http/endpoint-context.ts';
import type { Runtime } from '../../../create-services.ts';
import { isOfOwnPage } from '../../../doors/console/own-page.ts';
import { admin } from '../../../../../../functions/operations.ts';
import { isOwnName } from '../gateway/callers.ts';
import type { ConsoleCredentials, ConsoleSession, ConsoleSessions } from './console-sessions.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/u;

const WORKSPACES_MAX = 1_000;

/** Pages that listen at once; one more asks every few seconds. */
const LISTENERS_MAX = 20;
const LOOK_EVERY_MS = 1_000;

/** In looks: well below the minute after which a silent connection is closed. */
const HEARTBEAT_AFTER = 15;

interface ConsoleHostParts {
  sessions: ConsoleSessions;
  services: Runtime;
  config: Config;
}

/** A request that came with the cookie, from a page of this very server. */
interface SignedIn extends ConsoleCredentials {
  session: ConsoleSession;
}

/**
 * The console's side of the gateway: who has a session, and what its requests may do. A cookie is sent by every page of the
 * machine whatever its port, so it is half of what is asked: the other half is known to pages of this origin alone.
 */
export class ConsoleHost {
  readonly #parts: ConsoleHostParts;
  #listeners = 0;

  constructor(parts: ConsoleHostParts) {
    this.#parts = parts;
  }

  /** A link that signs a browser in, once. The code is in the fragment, which no server and no log ever sees. */
  link(url: string): string {
    return `${url}/#open=${this.#parts.sessions.createCode()}`;
  }

  /**
   * Gives a request of the console the key that it has for its workspace; others are left as they are.
   * @returns a refusal, when the request comes from elsewhere
   */
  async admit(request: IncomingMessage): Promise<EndpointResult | undefined> {
    if (request.headers.authorization !== undefined || cookieOf(request) === undefined) return undefined;
    const signedIn = this.#signedIn(request);
    if ('refusal' in signedIn) return signedIn.refusal;
    const workspaceId = String(request.headers[WORKSPACE_ID_HEADER] ?? '');
    const { sessions } = this.#parts;
    const key = UUID.test(workspaceId)
      ? await sessions.keyFor(signedIn.session, { secret: signedIn.secret, workspaceId })
      : undefined;
    if (key === undefined)
      return refused(404, `There is no workspace ${workspaceId}; ${WORKSPACE_ID_HEADER} names one.`);
    request.headers.authorization = `Token ${key}`;
    return undefined;
  }

  /** The console's own paths. @returns undefined for any other */
  async answer(
    request: IncomingMessage,
    readBody: () => Promise<Buffer | undefined>,
  ): Promise<EndpointResult | undefined> {
    const { method = 'GET', url = '/' } = request;
    if (url !== CONSOLE_SESSION_PATH && url !== CONSOLE_OPERATIONS_PATH) return undefined;
    const foreign = this.#foreign(request);
    if (foreign) return foreign;
    if (method === 'POST' && url === CONSOLE_SESSION_PATH) return this.#open(request, await readBody());
    const signedIn = this.#signedIn(request);
    if ('refusal' in signedIn) return signedIn.refusal;
    if (url === CONSOLE_SESSION_PATH) {
      if (method === 'GET') return json(200, await this.#describe(signedIn.session));
      if (method === 'DELETE') return this.#close(request, signedIn.session);
    } else if (method === 'POST') return this.#operate(await readBody());
    return refused(405, `${method} is not allowed here.`);
  }

  /**
   * Server-sent events of what agents do, each with the whole list, since an act also leaves it when its session ends. The id
   * of an event stands for its list: who comes back with the one it has is sent the next.
   * @returns undefined for any other path
   */
  async listen(request: IncomingMessage): Promise<AsyncGenerator<string> | EndpointResult | undefined> {
    if (request.method !== 'GET' || request.url !== CONSOLE_ACTS_PATH) return undefined;
    const signedIn = this.#signedIn(request);
    if ('refusal' in signedIn) return signedIn.refusal;
    const id = String(request.headers[WORKSPACE_ID_HEADER] ?? '');
    const { services } = this.#parts;
    const workspace = UUID.test(id) ? await findWorkspace(services.db, id) : undefined;
    if (!workspace) return refused(404, `There is no workspace ${id}; ${WORKSPACE_ID_HEADER} names one.`);
    if (this.#listeners >= LISTENERS_MAX) return refused(503, 'Too many pages listen already.');
    const read = async () =>
      JSON.stringify(await listLatestActs(services, workspace, { limit: CONSOLE_ACTS }));
    return this.#acts(signedIn, { read, lastId: String(request.headers['last-event-id'] ?? '') });
  }

  /** Ends with the session of the console. */
  async *#acts(
    { session, ...credentials }: SignedIn,
    { read, lastId }: { read: () => Promise<string>; lastId: string },
  ): AsyncGenerator<string> {
    this.#listeners += 1;
    try {
      for (let looks = 0, sent = lastId; this.#parts.sessions.find(credentials) === session; looks += 1) {
        const data = await read();
        const id = createHash('sha256').update(data).digest('base64url').slice(0, 22);
        if (id !== sent) yield `id: ${id}\ndata: ${data}\n\n`;
        else if (looks % HEARTBEAT_AFTER === 0) yield ':\n\n';
        sent = id;
        await setTimeout(LOOK_EVERY_MS);
      }
    } finally {
      this.#listeners -= 1;
    }
  }

  async #open(request: IncomingMessage, body: Buffer | undefined): Promise<EndpointResult> {
    const { code } = parse(body);
    const opened = typeof code === 'string' ? await this.#parts.sessions.redeem(code) : undefined;
    if (!opened)
      return refused(401, 'This link was used already, or is older than ten minutes. Ask for another.');
    const { secret, proof, expiresAt } = opened;
    const seconds = Math.floor((Date.parse(expiresAt) - this.#parts.services.clock().getTime()) / 1_000);
    return json(
      201,
      { proof, expires_at: expiresAt },
      {
        'set-cookie': this.#cookie(request, secret, seconds),
      },
    );
  }

  async #close(request: IncomingMessage, session: ConsoleSession): Promise<EndpointResult> {
    await this.#parts.sessions.end(session);
    return { statusCode: 204, headers: { ...NO_STORE, 'set-cookie': this.#cookie(request, '', 0) } };
  }

  async #describe(session: ConsoleSession) {
    const { services } = this.#parts;
    const workspaces = await listWorkspaces(services.db, { limit: WORKSPACES_MAX, after: null });
    const { settings } = services;
    return {
      expires_at: session.expiresAt,
      version: settings.version,
      memory_id_form: settings.memoryIdForm,
      workspaces: workspaces.map(({ id, name, memories }) => ({ id, name, memories })),
      settings: this.#settings(),
    };
  }

  /** Without what is secret. */
  #settings(): Record<string, string> {
    const shown = Object.entries(this.#parts.config).filter(
      ([name, value]) => value !== undefined && value !== '' && !/KEY$|SECRET|DATABASE_URL/u.test(name),
    );
    return Object.fromEntries(shown.map(([name, value]) => [name, String(value)]));
  }

  async #operate(body: Buffer | undefined): Promise<EndpointResult> {
    const event = parse(body);
    if (!operationEntries.some(([name, row]) => name === event['operation'] && row.console))
      return refused(403, 'The console may not do this; `workspace-memory admin` may.');
    return json(200, await admin(event, { services: this.#parts.services }));
  }

  #signedIn(request: IncomingMessage): SignedIn | { refusal: EndpointResult } {
    const foreign = this.#foreign(request);
    if (foreign) return { refusal: foreign };
    const secret = cookieOf(request);
    const proof = String(request.headers[CONSOLE_PROOF_HEADER] ?? '');
    const session = secret && proof ? this.#parts.sessions.find({ secret, proof }) : undefined;
    if (!secret || !session)
      return { refusal: refused(401, 'Nobody is signed in. `workspace-memory console` opens a new link.') };
    return { session, secret, proof };
  }

  /** A refusal of what does not come from a page of this server, under a name of its own. */
  #foreign({ method = 'GET', headers }: IncomingMessage): EndpointResult | undefined {
    const { host = '', origin } = headers;
    const site = headers['sec-fetch-site'];
    const isOwn =
      isOwnName(host, this.#parts.config) &&
      isOfOwnPage({ method, origin, site }, [`http://${host}`, `https://${host}`]);
    return isOwn ? undefined : refused(403, 'The console is used from its own pages only.');
  }

  #cookie({ headers }: IncomingMessage, secret: string, seconds: number): string {
    const isSecure = headers.origin?.startsWith('https:') ? '; Secure' : '';
    return `${cookieName(headers.host)}=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure}`;
  }
}

/** Cookies are shared by all ports of a machine; two services keep theirs apart. */
const cookieName = (host = ''): string => `wm_console_${/:(\d+)$/u.exec(host)?.[1] ?? 'web'}`;

function cookieOf({ headers }: IncomingMessage): string | undefined {
  const name = cookieName(headers.host);
  for (const pair of headers.cookie?.split(';') ?? []) {
    const [key = '', value = ''] = pair.trim().split('=');
    if (key === name && value !== '') return value;
  }
  return undefined;
}

function parse(body: Buffer | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body?.toString() ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const NO_STORE = { 'cache-control': 'no-store' };

const json = (statusCode: number, body: unknown, headers: Record<string, string> = {}): EndpointResult => ({
  statusCode,
  headers: { ...NO_STORE, 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const refused = (statusCode: number, detail: string): EndpointResult => json(statusCode, { detail });
